// The lock screen: asks for the password or a passkey and returns to the previous page. Blocks all other navigation.
import { Button, PasswordInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useBlocker, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sessions } from '#contract/identity/sessions.ts';
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { PasskeyButton } from '#web/identity/second-factor/passkey-button.tsx';
import { applySignedInUser } from '#web/identity/sign-in/apply-signed-in-user.ts';
import classes from '#web/identity/sign-in/login.module.css';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { clearAnswers } from '#web/lib/client/query-client.ts';
import { isLocked, onLockElsewhere, setLocked } from '#web/lib/client/session-state.ts';
import { focusFirstWrong, onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import { useTitle } from '#web/lib/ui/use-title.ts';
import '#web/identity/sign-in/login-styles.ts';

const emptyLock = { logIn: '', firstName: '', hasPassword: true, hasPasskey: false };

export function LockPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { to } = useSearch({ strict: false });
  useTitle(t('lock.title'));
  // While locked, block links and the browser's back and forward buttons.
  useBlocker({ shouldBlockFn: isLocked, enableBeforeUnload: false });
  const proceed = () => router.history.replace(to ?? '/app/home');

  const lock = useQuery({ ...query(sessions.getLock, {}), staleTime: 0 });
  const isNeeded = lock.data && (lock.data.isLocked || isLocked());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer that nothing is locked leads away.
  useEffect(() => {
    if (isNeeded) setLocked(true);
    else if (lock.data) proceed();
    return onLockElsewhere((locked) => void (locked || proceed()));
  }, [isNeeded, lock.data]);

  const form = useForm({
    initialValues: { password: '' },
    validate: validateBy(sessions.unlock),
  });
  const handleUnlocked = (answer: CurrentUserAnswer) => {
    applySignedInUser(answer);
    proceed();
  };
  const unlock = useMutation({
    mutationFn: ({ password }: typeof form.values) => call(sessions.unlock, { password }, { handlesErrors: [429] }),
    onSuccess: handleUnlocked,
    onError(error) {
      if (applyMessages(form, error, sessions.unlock)) focusFirstWrong(document);
    },
  });
  const signOut = useMutation({
    mutationFn: () => call(user.logOut, {}),
    onSuccess() {
      setLocked(false);
      clearAnswers();
      router.history.replace('/user/login');
    },
  });

  const { logIn, firstName, hasPassword, hasPasskey } = lock.data ?? emptyLock;
  const leadKey = hasPassword
    ? firstName
      ? 'lock.lead'
      : 'lock.leadNoName'
    : hasPasskey
      ? 'lock.byPasskey'
      : 'lock.noPassword';
  return (
    <main id="content" className={classes.alone}>
      <section className={classes.card} aria-labelledby="lock-title">
        <h1 id="lock-title" className={classes.title}>
          {t('lock.title')}
        </h1>
        {lock.isError && !isGone(lock.error) && <TryAgain onRetry={() => void lock.refetch()} />}
        {isNeeded && (
          <form
            className={classes.form}
            noValidate
            onSubmit={form.onSubmit((values) => unlock.mutate(values), onWrong)}
          >
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
                onSignedIn={handleUnlocked}
              />
            )}
            <p className={classes.other}>
              {t('lock.notYou')}{' '}
              <UnstyledButton className={classes.link} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
                {t('lock.signOut')}
              </UnstyledButton>
            </p>
          </form>
        )}
      </section>
    </main>
  );
}

/** True if the session has ended, which leads to the sign-in page. */
const isGone = (error: Error) => error instanceof CallError && error.status === 410;
