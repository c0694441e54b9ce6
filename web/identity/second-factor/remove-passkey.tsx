// Asks for the password before removing a passkey; an account without one confirms only.
import { PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

interface Props {
  passkey: { id: string; name: string };
  hasPassword: boolean;
  onClose: () => void;
}

export function RemovePasskey({ passkey: { id, name }, hasPassword, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm<{ password?: string }>({
    // Without the field, a refusal about it becomes a toast.
    initialValues: hasPassword ? { password: '' } : {},
    validate: (values) =>
      validateBy<{ id: string; password?: string }>(secondFactor.removePasskey, {
        required: hasPassword ? ['password'] : [],
      })({ id, ...values }),
  });
  const remove = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      call(secondFactor.removePasskey, { id, ...(hasPassword && { password }) }),
    onSuccess() {
      toast('success', t('security.passkeyRemoved'));
      onClose();
    },
    onError: (error) => applyMessages(form, error, secondFactor.removePasskey),
  });
  return (
    <Dialog onClose={onClose} title={t('security.removeTitle', { name })}>
      <form noValidate onSubmit={form.onSubmit((values) => remove.mutate(values), onWrong)}>
        <Stack gap="md">
          <Text>{t('security.removeText')}</Text>
          {hasPassword && (
            <PasswordInput
              label={t('security.password')}
              autoComplete="current-password"
              data-autofocus
              visibilityToggleButtonProps={{ 'aria-label': t('security.showPassword') }}
              {...form.getInputProps('password')}
            />
          )}
          <DialogFoot confirmLabel={t('security.remove')} isBusy={remove.isPending} danger onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
