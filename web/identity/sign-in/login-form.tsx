// The sign-in form: e-mail and password, then a code if the account has a second factor. Offers passkeys and other
// sites.
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import classes from '#web/identity/entry/entry.module.css';
import { CodeField } from '#web/identity/second-factor/code-field.tsx';
import { PasskeyButton } from '#web/identity/second-factor/passkey-button.tsx';
import { SocialButtons } from '#web/identity/social/social-buttons.tsx';
import { canConnect, SocialOutcomeAlert } from '#web/identity/social/social-outcome.tsx';
import { call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { siteNames } from '#web/lib/ui/picture/social-site.tsx';
import { type LoginOptions, useLogin } from './use-login.ts';

export function LoginForm({ invitedEMail, actionHash, onSignedIn }: LoginOptions) {
  const { t } = useTranslation();
  const { social: outcome, site } = useSearch({ strict: false });
  const { form, codeNeeded, signIn, startSocial } = useLogin({ invitedEMail, actionHash, onSignedIn });

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
