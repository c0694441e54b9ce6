// Publishes the profile and its free times, or takes both back: one switch, saved by the button.
import { Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '#contract/identity/account.ts';
import { type CurrentUserAnswer, user as userCalls } from '#contract/identity/sign-in.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';

export function PublishDialog({ title, onClose }: { title: string; onClose(): void }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const isPublic = user.isProfilePublic && user.isCalendarPublic;
  // The step is opened to publish.
  const form = useForm({ initialValues: { isEnabled: true } });
  const { isEnabled } = form.values;
  const save = useMutation({
    async mutationFn() {
      const change = { isEnabled };
      await call(account.setProfilePublicState, change, { handlesErrors: true });
      await call(account.setCalendarPublicState, change, { handlesErrors: true });
    },
    onSuccess() {
      const flags = { isProfilePublic: isEnabled, isCalendarPublic: isEnabled };
      queryClient.setQueryData<CurrentUserAnswer>(
        query(userCalls.getCurrent, {}).queryKey,
        (now) => now && { ...now, user: { ...now.user, ...flags } },
      );
      onClose();
    },
    onError(error) {
      showError(error, t('myAccount.profileNotChanged'));
      void queryClient.invalidateQueries({ queryKey: [userCalls.getCurrent.path] });
    },
  });
  return (
    <FormDialog
      title={title}
      confirmLabel={t(isEnabled && !isPublic ? 'dashboard.setup.publish.button' : 'company.save')}
      isBusy={save.isPending}
      isDirty={() => false}
      onSubmit={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <Switch
        label={t('dashboard.setup.publish.label')}
        description={t('dashboard.setup.publish.hint')}
        data-autofocus
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
