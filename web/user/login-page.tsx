// Signing in with e-mail and password; the address may carry an action's hash and where the person was headed.
import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type CurrentUserAnswer, user } from '#contract/user.ts';
import { CallError, call, query } from '#web/lib/client.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { languageKeys, speak } from '#web/lib/i18n.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTitle } from '#web/lib/use-title.ts';
import classes from './login.module.css';
import './login-styles.ts';

export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { to } = useSearch({ strict: false });
  const { actionHash } = useParams({ strict: false });
  useTitle(t('login.title'));
  const enter = () => router.history.replace(to ?? '/app/home');

  const signedIn = useQuery({ ...query(user.isAuthenticated, {}), staleTime: 0 }).data?.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only finding out that one is signed in leads away.
  useEffect(() => {
    if (signedIn) enter();
  }, [signedIn]);

  const form = useForm({
    initialValues: { logIn: '', password: '', remember: false },
    validate: {
      logIn: (value) => (value.trim() ? null : t('field.required')),
      password: (value) => (value ? null : t('field.required')),
    },
  });
  const signIn = useMutation({
    mutationFn: ({ logIn, password, remember }: typeof form.values) => {
      const operation = remember ? user.authenticateWithRememberMe : user.authenticate;
      return call(operation, { logIn, password, actionHash }, { tellsItself: [429] });
    },
    onSuccess(answer) {
      becomeUser(answer);
      enter();
    },
    onError: (error) => applyMessages(form, error, user.authenticate),
  });

  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="login-title">
        <h1 id="login-title" className={classes.title}>
          {t('login.title')}
        </h1>
        <form
          className={classes.form}
          noValidate
          onSubmit={form.onSubmit(
            (values) => signIn.mutate(values),
            (errors) => focusFirst(errors),
          )}
        >
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
          <div role="alert">{signIn.error && <Refused error={signIn.error} />}</div>
          <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
            {t('login.signIn')}
          </Button>
        </form>
      </section>
    </div>
  );
}

/** What of a failure does not stand beside a field: too many attempts, with the time to wait. */
function Refused({ error }: { error: Error }) {
  const { t } = useTranslation();
  if (!(error instanceof CallError) || error.status !== 429) return null;
  const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60));
  return (
    <Alert color="red" variant="light">
      {t('login.tooMany', { count: minutes })}
    </Alert>
  );
}

/** Nothing of whoever was here before stays, and the page speaks the language of the account. */
function becomeUser(answer: CurrentUserAnswer): void {
  queryClient.clear();
  queryClient.setQueryData(query(user.getCurrent, {}).queryKey, answer);
  const { languageId, language } = answer.user;
  if (languageId && languageKeys.includes(language)) void speak(language);
}

function focusFirst(errors: Record<string, unknown>): void {
  document.getElementById(`login-${Object.keys(errors)[0]}`)?.focus();
}
