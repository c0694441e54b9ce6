// The name of a person who creates their account.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { user } from '#contract/identity/sign-in.ts';
import type { application } from '#contract/site/application.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';

interface Props {
  form: { getInputProps(path: 'firstName' | 'lastName'): object };
  /** The operation that creates the account. */
  operation: typeof application.setup | typeof user.acceptInvitation;
}

export function NameFields({ form, operation }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('entry.firstName')}
        autoComplete="given-name"
        size="md"
        {...lengthOf(operation, 'firstName')}
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label={t('entry.lastName')}
        autoComplete="family-name"
        size="md"
        {...lengthOf(operation, 'lastName')}
        {...form.getInputProps('lastName')}
      />
    </>
  );
}
