// Changes the password. All other browsers must then sign in again.
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessions } from '#contract/identity/sessions.ts';
import { user as calls } from '#contract/identity/sign-in.ts';
import { secondFactorQuery } from '#web/identity/second-factor/second-factor-section.tsx';
import classes from '#web/identity/second-factor/security.module.css';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { PasswordPair, passwordRepeated } from './password-pair.tsx';

export function PasswordSection() {
  const { t } = useTranslation();
  const { logIn } = useCurrentUser().user;
  const { hasPassword = true } = useQuery(secondFactorQuery).data ?? {};
  const form = useForm({
    initialValues: { currentPassword: '', password: '', repeated: '' },
    validate: validateBy(calls.changePassword, { own: passwordRepeated }),
  });
  useUnsavedInput(() => form.isDirty());
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
        <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => change.mutate(values), onWrong)}>
          {/* Tells password managers to which account the password belongs. */}
          <input type="text" autoComplete="username" value={logIn} readOnly hidden />
          {hasPassword && (
            <PasswordInput
              label={t('myAccount.currentPassword')}
              autoComplete="current-password"
              size="md"
              {...lengthOf(calls.changePassword, 'currentPassword')}
              visibilityToggleButtonProps={{ 'aria-label': t('security.showPassword') }}
              {...form.getInputProps('currentPassword')}
            />
          )}
          <PasswordPair form={form} operation={calls.changePassword} />
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
