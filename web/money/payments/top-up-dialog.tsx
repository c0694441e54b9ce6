// Asks for the amount of a top-up, then leads to the page that pays it.
import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyPayments, defaultAmount } from '#contract/money/payments.ts';
import { call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { euroInput } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { payUrl } from '#web/money/payment/pay-url.ts';

const { add } = companyPayments.operations;

export function TopUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { amount: defaultAmount as number | string },
    validate: validateBy(add, { required: ['amount'] }),
  });
  useUnsavedInput(() => form.isDirty());
  const top = useMutation({
    mutationFn: ({ amount }: { amount: number | string }) =>
      call(add, { amount: Number(amount) }, { handlesErrors: [429] }),
    onSuccess: ({ id }) => location.assign(payUrl(id)),
    onError: (error) => applyMessages(form, error, add),
  });
  return (
    <Dialog onClose={onClose} title={t('list.payments.topUp')}>
      <form noValidate onSubmit={form.onSubmit((values) => top.mutate(values), onWrong)}>
        <NumberInput
          label={t('list.payments.field.amount')}
          description={t('list.payments.topUpHint')}
          {...euroInput()}
          // A pasted amount with more decimals is refused, not cut.
          decimalScale={undefined}
          withAsterisk
          data-autofocus
          hideControls
          {...form.getInputProps('amount')}
        />
        <div role="alert">{top.error && <TooManyTries error={top.error} />}</div>
        <DialogFoot
          confirmLabel={t('list.payments.continue')}
          isBusy={top.isPending || top.isSuccess}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
