// The dialog over a page whose session has ended: the same person signs in, here or in another tab, and goes on.
import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { user } from '#contract/identity/sign-in.ts';
import { CodeField } from '#web/identity/second-factor/code-field.tsx';
import { PasskeyButton } from '#web/identity/second-factor/passkey-button.tsx';
import { CallError, call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { useGoOn } from './use-go-on.ts';

export function SignInAgain({ onSettled }: { onSettled: (isSignedIn: boolean) => void }) {
  const { t } = useTranslation();
  const { logIn } = useCurrentUser().user;
  const goOn = useGoOn(onSettled);
  const [codeNeeded, setCodeNeeded] = useState(false);
  const form = useForm({ initialValues: { logIn, password: '', code: '' }, validate: validateBy(user.authenticate) });

  const signIn = useMutation({
    mutationFn: ({ password, code }: typeof form.values) =>
      call(user.authenticate, { logIn, password, ...(code && { code }) }, { handlesErrors: [429] }),
    onSuccess: goOn,
    onError(error) {
      // The password was correct; asking for the code is not an error.
      const asksForCode = error instanceof CallError && error.messages.some(({ key }) => key === 'Code');
      if (!codeNeeded && asksForCode) setCodeNeeded(true);
      else applyMessages(form, error, user.authenticate);
    },
  });
  useEffect(() => {
    // The person may have signed in in another tab. The server compares the callers when the call is repeated.
    const check = async () => {
      if (document.hidden) return;
      const answer = await call(user.isAuthenticated, {}, { handlesErrors: true }).catch(() => undefined);
      if (answer?.value && !answer.isLocked) onSettled(true);
    };
    const onReturn = () => void check();
    addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [onSettled]);

  return (
    <Dialog
      onClose={() => {}}
      title={t('timeout.endedTitle')}
      size="sm"
      zIndex={450}
      centered
      withCloseButton={false}
      // Hides the page from anyone else at the screen.
      overlayProps={{ blur: 12, backgroundOpacity: 0.7 }}
    >
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values), onWrong)}>
        <Stack gap="md">
          <Text>{t('timeout.endedText')}</Text>
          {/* For the browser's password manager. */}
          <input type="text" name="username" autoComplete="username" value={logIn} readOnly hidden />
          {codeNeeded ? (
            <CodeField {...form.getInputProps('code')} />
          ) : (
            <PasswordInput
              label={t('login.password')}
              description={logIn}
              autoComplete="current-password"
              data-autofocus
              size="md"
              aria-invalid={form.errors.password ? true : undefined}
              visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
              {...form.getInputProps('password')}
            />
          )}
          <div role="alert">{signIn.error && <TooManyTries error={signIn.error} />}</div>
          <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
            {t('login.signIn')}
          </Button>
          <PasskeyButton
            label={t('login.withPasskey')}
            start={() => call(secondFactor.startPasskeySignIn, {})}
            finish={(response) => call(secondFactor.authenticateWithPasskey, { response, isRemembered: false })}
            onSignedIn={goOn}
          />
          <Anchor href="/user/login" target="_blank" size="sm">
            {t('timeout.newTab')}
          </Anchor>
          <Button variant="subtle" color="gray" size="sm" onClick={() => onSettled(false)}>
            {t('timeout.leave')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
