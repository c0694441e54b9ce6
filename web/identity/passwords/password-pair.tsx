// Two fields for a new password and its repetition, shared by all forms that set one.

import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { user } from '#contract/identity/sign-in.ts';
import type { application } from '#contract/site/application.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';

interface Props {
  form: { getInputProps(path: 'password' | 'repeated'): object };
  /** The operation that sets the password. */
  operation:
    | typeof application.setup
    | typeof user.acceptInvitation
    | typeof user.signInByLink
    | typeof user.setPassword
    | typeof user.changePassword;
}

/** A rule of the form only: the operation takes the password once. */
export function passwordRepeated({ password, repeated }: { password: string; repeated: string }): {
  repeated: MessageKey | false;
} {
  return { repeated: repeated !== password && 'entry.notEqual' };
}

export function PasswordPair({ form, operation }: Props) {
  const { t } = useTranslation();
  const shared = {
    autoComplete: 'new-password',
    size: 'md',
    ...lengthOf(operation, 'password'),
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
