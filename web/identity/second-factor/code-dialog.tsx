// Asks for a code before turning off the second factor or creating new recovery codes.
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export function CodeDialog({ purpose, onClose }: { purpose: 'codes' | 'off'; onClose: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[]>();
  const operation = purpose === 'off' ? secondFactor.removeSecondFactor : secondFactor.renewRecoveryCodes;
  const form = useForm({
    initialValues: { code: '' },
    validate: validateBy(operation),
  });
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
        <form noValidate onSubmit={form.onSubmit((values) => submitCode.mutate(values), onWrong)}>
          <Stack gap="md">
            <TextInput
              label={t('security.codeOrRecovery')}
              autoComplete="one-time-code"
              data-autofocus
              {...lengthOf(operation, 'code')}
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
