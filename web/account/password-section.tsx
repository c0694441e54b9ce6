// A new password; every other browser has to sign in again with it.
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessions } from '#contract/sessions.ts';
import { user as calls } from '#contract/user.ts';
import { call } from '#web/lib/client.ts';
import { focusFirstWrong } from '#web/lib/form-keys.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { Section } from '#web/lib/section.tsx';
import { toast } from '#web/lib/toasts.ts';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { PasswordPair, passwordRules } from '#web/user/password-pair.tsx';
import { secondFactorOptions } from './second-factor-section.tsx';
import classes from './security.module.css';

export function PasswordSection() {
  const { t } = useTranslation();
  const { logIn } = useCurrentUser().user;
  const { hasPassword = true } = useQuery(secondFactorOptions).data ?? {};
  const form = useForm({
    initialValues: { currentPassword: '', password: '', repeated: '' },
    validate: passwordRules(t),
  });
  const change = useMutation({
    mutationFn: ({ password, currentPassword }: typeof form.values) =>
      call(calls.changePassword, { password, currentPassword: currentPassword || undefined }),
    onSuccess() {
      form.reset();
      toast('success', t('myAccount.passwordChanged'));
      void queryClient.invalidateQueries({ queryKey: [sessions.getSessions.path] });
    },
    onError: (error) => applyMessages(form, error, calls.changePassword),
  });
  return (
    <Section id="password" title={t('myAccount.changePassword')}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t('myAccount.changePasswordHint')}</p>
        <form
          noValidate
          className={classes.form}
          onSubmit={form.onSubmit(
            (values) => change.mutate(values),
            () => focusFirstWrong('#password'),
          )}
        >
          {/* For the password managers of browsers: whose password it is. */}
          <input type="text" autoComplete="username" value={logIn} readOnly hidden />
          {hasPassword && (
            <PasswordInput
              label={t('myAccount.currentPassword')}
              autoComplete="current-password"
              size="md"
              maxLength={128}
              visibilityToggleButtonProps={{ 'aria-label': t('security.showPassword') }}
              {...form.getInputProps('currentPassword')}
            />
          )}
          <PasswordPair form={form} />
          <div className={classes.foot}>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t('myAccount.changePassword')}
            </Button>
          </div>
        </form>
      </div>
    </Section>
  );
}
