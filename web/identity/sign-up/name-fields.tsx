// What somebody is called, where he makes his account by a link.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface NameForm {
  getInputProps(path: 'firstName' | 'lastName'): object;
}

export function NameFields({ form }: { form: NameForm }) {
  const { t } = useTranslation();
  const shared = { size: 'md', maxLength: 60 } as const;
  return (
    <>
      <TextInput
        label={t('entry.firstName')}
        autoComplete="given-name"
        {...shared}
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label={t('entry.lastName')}
        autoComplete="family-name"
        {...shared}
        {...form.getInputProps('lastName')}
      />
    </>
  );
}
