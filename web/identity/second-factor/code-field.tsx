// The field for the code of the second factor during sign-in.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function CodeField(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('login.code')}
      description={t('login.codeHint')}
      autoComplete="one-time-code"
      autoFocus
      size="md"
      id="login-code"
      {...props}
    />
  );
}
