// The sign-in form: e-mail and password, then a code if the account has a second factor. Offers passkeys and other
// sites.
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { social } from '#contract/identity/social.ts';
import classes from '#web/identity/entry/entry.module.css';
import { CodeField } from '#web/identity/second-factor/code-field.tsx';
import { PasskeyButton } from '#web/identity/second-factor/passkey-button.tsx';
import { SocialButtons } from '#web/identity/social/social-buttons.tsx';
import { canConnect, SocialOutcomeAlert } from '#web/identity/social/social-outcome.tsx';
import { CallError, call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { siteNames } from '#web/lib/ui/picture/social-site.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

interface Props {
  /** The invited address, if an invitation link led here. */
  invitedEMail: string | undefined;
  /** Of the mailed link that led here and is still valid. */
  actionHash: string | undefined;
  onSignedIn: (answer: CurrentUserAnswer) => void;
}

export function LoginForm({ invitedEMail, actionHash, onSignedIn }: Props) {
  const { t } = useTranslation();
  const { to, social: outcome, site } = useSearch({ strict: false });
  const [codeNeeded, setCodeNeeded] = useState(false);
  const form = useForm({
    initialValues: {
      logIn: '',
      password: '',
      remember: false,
      code: '',
      isConnecting: canConnect({ social: outcome }),
    },
    validate: validateBy(user.authenticate),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form object is stable apart from its language.
  useEffect(() => {
    if (invitedEMail) form.setFieldValue('logIn', (typed) => typed || invitedEMail);
  }, [invitedEMail]);
  const signIn = useMutation({
    mutationFn: ({ logIn, password, remember, code, isConnecting }: typeof form.values) => {
      const operation = remember ? user.authenticateWithRememberMe : user.authenticate;
      const input = { logIn, password, actionHash, isConnecting, ...(code && { code }) };
      return call(operation, input, { handlesErrors: [429] });
    },
    onSuccess(answer, { isConnecting }) {
      onSignedIn(answer);
      if (!isConnecting || !site) return;
      if (answer.connectedWith) toast('success', t('social.connected', { site: siteNames[site] }));
      else toast('warning', t('social.notConnected', { site: siteNames[site] }));
    },
    onError(error) {
      // The password was correct; asking for the code is not an error.
      if (!codeNeeded && error instanceof CallError && error.messages.some(({ key }) => key === 'Code')) {
        setCodeNeeded(true);
      } else applyMessages(form, error, user.authenticate);
    },
  });
  const startSocial = (provider: keyof typeof siteNames) =>
    call(social.startSocialSignIn, { provider, isRemembered: form.values.remember, to, actionHash });

  return (
    <>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values), onWrong)}>
        {codeNeeded ? (
          <CodeField {...form.getInputProps('code')} />
        ) : (
          <>
            <SocialOutcomeAlert social={outcome} site={site} />
            <TextInput
              label={t('login.eMail')}
              type="email"
              autoComplete="username"
              autoFocus
              size="md"
              id="login-logIn"
              {...form.getInputProps('logIn')}
            />
            <PasswordInput
              label={t('login.password')}
              autoComplete="current-password"
              size="md"
              id="login-password"
              aria-invalid={form.errors.password ? true : undefined}
              visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
              {...form.getInputProps('password')}
            />
            {site && canConnect({ social: outcome }) && (
              <Checkbox
                label={t('social.connect', { site: siteNames[site] })}
                description={t('social.connectHint')}
                {...form.getInputProps('isConnecting', { type: 'checkbox' })}
              />
            )}
            <Checkbox
              label={t('login.remember')}
              description={t('login.rememberHint')}
              {...form.getInputProps('remember', { type: 'checkbox' })}
            />
          </>
        )}
        <div role="alert">{signIn.error && <TooManyTries error={signIn.error} />}</div>
        <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
          {t('login.signIn')}
        </Button>
        {codeNeeded ? (
          <Button variant="default" size="md" fullWidth onClick={() => location.reload()}>
            {t('login.another')}
          </Button>
        ) : (
          <>
            <PasskeyButton
              label={t('login.withPasskey')}
              start={() => call(secondFactor.startPasskeySignIn, {})}
              finish={(response) =>
                call(secondFactor.authenticateWithPasskey, { response, isRemembered: form.values.remember })
              }
              onSignedIn={onSignedIn}
            />
            <SocialButtons start={startSocial} />
          </>
        )}
      </form>
      <p className={classes.links}>
        <Link to="/user/recover">{t('entry.forgot')}</Link>
        <Link to="/user/register">{t('entry.noAccount')}</Link>
      </p>
    </>
  );
}
