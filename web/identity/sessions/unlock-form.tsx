// The password or passkey of a locked session, for the lock screen and for the dialog over a page with input.
import { Button, PasswordInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sessions } from '#contract/identity/sessions.ts';
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import type { Output } from '#contract/lib/service.ts';
import classes from '#web/identity/entry/entry.module.css';
import { PasskeyButton } from '#web/identity/second-factor/passkey-button.tsx';
import { call } from '#web/lib/client/client.ts';
import { clearAnswers } from '#web/lib/client/query-client.ts';
import { setLocked } from '#web/lib/client/session-state.ts';
import { focusFirstWrong, onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { validateBy } from '#web/lib/forms/validate-by.ts';

interface Props {
  lock: Output<typeof sessions.getLock>;
  onUnlocked(answer: CurrentUserAnswer): void;
}

export function UnlockForm({ lock, onUnlocked }: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  const form = useForm({
    initialValues: { password: '' },
    validate: validateBy(sessions.unlock),
  });
  const unlock = useMutation({
    mutationFn: ({ password }: typeof form.values) => call(sessions.unlock, { password }, { handlesErrors: [429] }),
    onSuccess: onUnlocked,
    onError(error) {
      if (applyMessages(form, error, sessions.unlock)) focusFirstWrong(document);
    },
  });
  const signOut = useMutation({
    mutationFn: () => call(user.logOut, {}),
    onSuccess() {
      setLocked(false);
      clearAnswers();
      // Another person goes on here: input of the page is not theirs.
      void router.navigate({ to: '/user/login', replace: true, ignoreBlocker: true });
    },
  });
  const { logIn, firstName, hasPassword, hasPasskey } = lock;
  const leadKey = hasPassword
    ? firstName
      ? 'lock.lead'
      : 'lock.leadNoName'
    : hasPasskey
      ? 'lock.byPasskey'
      : 'lock.noPassword';
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => unlock.mutate(values), onWrong)}>
      <p className={classes.lead}>
        {t(leadKey, { name: firstName })}
        <span className={classes.logIn}>{logIn}</span>
      </p>
      {hasPassword && (
        <>
          {/* For the browser's password manager. */}
          <input type="text" name="username" autoComplete="username" value={logIn} readOnly hidden />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            autoFocus
            data-autofocus
            size="md"
            id="lock-password"
            aria-invalid={form.errors.password ? true : undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
            {...form.getInputProps('password')}
          />
          <div role="alert">{unlock.error && <TooManyTries error={unlock.error} />}</div>
          <Button type="submit" size="md" fullWidth loading={unlock.isPending}>
            {t('lock.unlock')}
          </Button>
        </>
      )}
      {hasPasskey && (
        <PasskeyButton
          label={t('lock.withPasskey')}
          isMain={!hasPassword}
          start={() => call(sessions.startPasskeyUnlock, {})}
          finish={(response) => call(sessions.unlockWithPasskey, { response })}
          onSignedIn={onUnlocked}
        />
      )}
      <p className={classes.other}>
        {t('lock.notYou')}{' '}
        <UnstyledButton className={classes.link} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
          {t('lock.signOut')}
        </UnstyledButton>
      </p>
    </form>
  );
}
