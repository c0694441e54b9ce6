// Signing in with e-mail and password; the address may carry an action's hash and where the person was headed.

import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CurrentUserAnswer, user } from '#contract/user.ts';
import { CallError, call, query } from '#web/lib/client.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { toast } from '#web/lib/toasts.ts';
import { becomeUser } from './become-user.ts';
import { EntryCard } from './entry-card.tsx';
import { invitationOf } from './invitation.ts';
import classes from './login.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { TooManyTries } from './too-many-tries.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { to } = useSearch({ strict: false });
  const { actionHash } = useParams({ strict: false });
  const enter = () => router.history.replace(to ?? '/app/home');

  const signedIn = useQuery({ ...query(user.isAuthenticated, {}), staleTime: 0 }).data?.value;
  const invitation = useQuery({ ...invitationOf(actionHash ?? ''), enabled: actionHash !== undefined });
  const [verifying, setVerifying] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only finding out that one is signed in, and to what, leads away.
  useEffect(() => {
    if (!signedIn) return;
    // A mail's link: opening shows, a click acts.
    if (!actionHash) enter();
    else if (invitation.isSuccess) router.history.replace(`/user/invite/${actionHash}`);
    else if (invitation.isError) setVerifying(true);
  }, [signedIn, invitation.status]);

  const [codeNeeded, setCodeNeeded] = useState(false);
  const form = useForm({
    initialValues: { logIn: '', password: '', remember: false, code: '' },
    validate: {
      logIn: (value) => (value.trim() ? null : t('field.required')),
      password: (value) => (value ? null : t('field.required')),
    },
  });
  const invited = invitation.data?.eMail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same object in other words.
  useEffect(() => {
    if (invited) form.setFieldValue('logIn', (typed) => typed || invited);
  }, [invited]);
  const entered = (answer: CurrentUserAnswer) => {
    becomeUser(answer);
    enter();
  };
  const signIn = useMutation({
    mutationFn: ({ logIn, password, remember, code }: typeof form.values) => {
      const operation = remember ? user.authenticateWithRememberMe : user.authenticate;
      return call(operation, { logIn, password, actionHash, ...(code && { code }) }, { tellsItself: [429] });
    },
    onSuccess: entered,
    onError(error) {
      // The password was right; what is asked now is no mistake yet.
      if (!codeNeeded && error instanceof CallError && error.messages.some(({ key }) => key === 'Code')) {
        setCodeNeeded(true);
      } else applyMessages(form, error, user.authenticate);
    },
  });

  if (verifying && actionHash) return <VerifyAddress actionHash={actionHash} onDone={enter} />;
  return (
    <EntryCard
      title={t('login.title')}
      lead={actionHash && (invitation.isPending ? '\u00a0' : t(invited ? 'entry.inviteHint' : 'entry.verifyHint'))}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => signIn.mutate(values),
          (errors) => focusFirst(errors),
        )}
      >
        {codeNeeded ? (
          <TextInput
            label={t('login.code')}
            description={t('login.codeHint')}
            autoComplete="one-time-code"
            autoFocus
            size="md"
            id="login-code"
            {...form.getInputProps('code')}
          />
        ) : (
          <>
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
          <PasskeyButton isRemembered={form.values.remember} onEntered={entered} />
        )}
      </form>
      <p className={classes.links}>
        <Link to="/user/recover">{t('entry.forgot')}</Link>
        <Link to="/user/register">{t('entry.noAccount')}</Link>
      </p>
    </EntryCard>
  );
}

/** Somebody is signed in already when he opens the link of the mail. */
function VerifyAddress({ actionHash, onDone }: { actionHash: string; onDone: () => void }) {
  const { t } = useTranslation();
  const verify = useMutation({
    mutationFn: () => call(user.verify, { actionHash }, { tellsItself: [404, 417] }),
    onSuccess() {
      toast('success', t('entry.verified'));
      onDone();
    },
  });
  return (
    <EntryCard title={t('entry.verifyTitle')} lead={t('entry.verifyLead')}>
      <div className={classes.form}>
        <div role="alert">
          {verify.error && (
            <Alert color="red" variant="light">
              {verify.error.message}
            </Alert>
          )}
        </div>
        <Button size="md" fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
          {t('entry.verify')}
        </Button>
      </div>
    </EntryCard>
  );
}

function focusFirst(errors: Record<string, unknown>): void {
  document.getElementById(`login-${Object.keys(errors)[0]}`)?.focus();
}
