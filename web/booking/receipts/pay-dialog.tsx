// Asks how much a customer has paid, and by what.
import { NumberInput, SegmentedControl, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type PaymentMethod, paymentMethods, receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { euroInput, formatEuro } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './payment.module.css';
import { cachePayments, paymentsQuery, showPaymentError } from './payments.ts';

interface Props {
  visitId: string;
  /** Of the customer, or what the visit is about. */
  name: string;
  onClose(): void;
}

export function PayDialog({ visitId, name, onClose }: Props) {
  const { t } = useTranslation();
  const read = useQuery({ ...paymentsQuery(visitId), staleTime: 0 });
  return (
    <Dialog title={t('receipts.payTitle', { name })} onClose={onClose}>
      {read.isPending && <Skeleton height={160} />}
      {read.isError && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <Fields payments={read.data} onClose={onClose} />}
    </Dialog>
  );
}

interface Values {
  visitId: string;
  amount: number | string;
  method: PaymentMethod;
}

/** The way that customers of this browser paid last. */
let lastMethod: PaymentMethod = 'cash';

function Fields({ payments, onClose }: { payments: VisitPayments; onClose(): void }) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: { visitId: payments.visitId, amount: payments.due || '', method: lastMethod },
    validate: validateBy<Values>(receipts.pay, { required: ['amount'] }),
  });
  useUnsavedInput(() => form.isDirty());
  const pay = useMutation({
    mutationFn: (values: Values) =>
      call(receipts.pay, { ...values, amount: Number(values.amount) }, { handlesErrors: [409] }),
    onSuccess(saved, { amount, method }) {
      lastMethod = method;
      cachePayments(saved);
      toast('success', t('receipts.recorded', { amount: formatEuro(Number(amount)) }));
      onClose();
    },
    onError(error) {
      if (showPaymentError(error, payments.visitId, t('receipts.notRecorded'))) onClose();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // Portals pass events on to the form of the appointment.
        event.stopPropagation();
        form.onSubmit((values) => pay.mutate(values), onWrong)(event);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        submitOnCtrlEnter(event);
      }}
    >
      <NumberInput
        label={t('receipts.amount')}
        {...euroInput()}
        fixedDecimalScale
        withAsterisk
        data-autofocus
        hideControls
        min={0}
        {...form.getInputProps('amount')}
      />
      <fieldset className={classes.method}>
        <legend>{t('receipts.methodLabel')}</legend>
        <SegmentedControl
          fullWidth
          data={paymentMethods.map((value) => ({ value, label: t(`receipts.method.${value}`) }))}
          value={form.values.method}
          onChange={(method) => form.setFieldValue('method', method as PaymentMethod)}
        />
      </fieldset>
      <DialogFoot confirmLabel={t('receipts.record')} isBusy={pay.isPending} onCancel={onClose} />
    </form>
  );
}
