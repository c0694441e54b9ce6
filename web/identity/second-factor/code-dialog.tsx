// Asks for a code before the second step is turned off, or before new recovery codes are made.
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { call } from '#web/lib/client/client.ts';
import { applyMessages } from '#web/lib/forms/form-messages.ts';
import { Dialog } from '#web/lib/ui/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export function CodeDialog({ purpose, onClose }: { purpose: 'codes' | 'off'; onClose: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[]>();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t('field.required')) },
  });
  const operation = purpose === 'off' ? secondFactor.removeSecondFactor : secondFactor.renewRecoveryCodes;
  const submitCode = useMutation({
    mutationFn: async ({ code }: typeof form.values) => {
      if (purpose === 'off') {
        await call(secondFactor.removeSecondFactor, { code });
        toast('success', t('security.turnedOff'));
        onClose();
      } else {
        setCodes((await call(secondFactor.renewRecoveryCodes, { code })).recoveryCodes);
      }
    },
    onError: (error) => applyMessages(form, error, operation),
  });
  const title = codes ? 'security.codesTitle' : purpose === 'off' ? 'security.turnOffTitle' : 'security.newCodes';
  return (
    <Dialog onClose={codes ? () => {} : onClose} withCloseButton={!codes} title={t(title)}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : (
        <form noValidate onSubmit={form.onSubmit((values) => submitCode.mutate(values))}>
          <Stack gap="md">
            <TextInput
              label={t('security.codeOrRecovery')}
              autoComplete="one-time-code"
              data-autofocus
              {...form.getInputProps('code')}
            />
            <DialogFoot
              confirmLabel={t(purpose === 'off' ? 'security.turnOff' : 'security.goOn')}
              isBusy={submitCode.isPending}
              danger={purpose === 'off'}
              onCancel={onClose}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
