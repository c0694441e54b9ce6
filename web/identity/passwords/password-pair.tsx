// A new password and the same again, for everybody who chooses one.
import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Translate = (code: string) => string;

interface PasswordForm {
  getInputProps(path: 'password' | 'repeated'): object;
}

/** What both fields must be before anything is sent; the server also knows common passwords. */
export function passwordRules(t: Translate) {
  return {
    password: (value: string) => (value.length >= 8 ? null : t(value ? 'field.passwordShort' : 'field.required')),
    repeated: (value: string, { password }: { password: string }) => (value === password ? null : t('entry.notEqual')),
  };
}

export function PasswordPair({ form }: { form: PasswordForm }) {
  const { t } = useTranslation();
  const shared = {
    autoComplete: 'new-password',
    size: 'md',
    maxLength: 128,
    visibilityToggleButtonProps: { 'aria-label': t('login.showPassword') },
  } as const;
  return (
    <>
      <PasswordInput
        label={t('entry.newPassword')}
        description={t('entry.passwordHint')}
        {...shared}
        {...form.getInputProps('password')}
      />
      <PasswordInput label={t('entry.repeatPassword')} {...shared} {...form.getInputProps('repeated')} />
    </>
  );
}
