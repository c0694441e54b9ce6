// Adds a passkey: asks for its name and the password, then opens the browser's dialog.
import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export function AddPasskey({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: (values) => ({
      ...validateBy<typeof values>(secondFactor.startPasskey, { required: hasPassword ? ['password'] : [] })(values),
      ...validateBy(secondFactor.addPasskey)(values),
    }),
  });
  const add = useMutation({
    async mutationFn({ name, password }: typeof form.values) {
      const { options } = await call(secondFactor.startPasskey, hasPassword ? { password } : {});
      // Created by the server's WebAuthn library.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = await startRegistration({ optionsJSON });
      await call(secondFactor.addPasskey, { name, response: { ...response } });
    },
    onSuccess() {
      toast('success', t('security.passkeyAdded'));
      onClose();
    },
    onError(error) {
      if (error instanceof CallError) applyMessages(form, error, secondFactor.startPasskey);
      // Cancelled, timed out, or already registered.
      else toast('warning', t('security.passkeyFailed'));
    },
  });
  return (
    <Dialog onClose={onClose} title={t('security.newPasskey')}>
      <form noValidate onSubmit={form.onSubmit((values) => add.mutate(values), onWrong)}>
        <Stack gap="md">
          <TextInput
            label={t('security.passkeyName')}
            description={t('security.passkeyNameHint')}
            {...lengthOf(secondFactor.addPasskey, 'name')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {hasPassword && (
            <PasswordInput
              label={t('security.password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('security.showPassword') }}
              {...form.getInputProps('password')}
            />
          )}
          <DialogFoot confirmLabel={t('security.goOn')} isBusy={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
