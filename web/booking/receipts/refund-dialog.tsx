// Refunds a receipt of a visit at the desk.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Receipt, receipts } from '#contract/booking/receipts.ts';
import { call } from '#web/lib/client/client.ts';
import { formatEuro } from '#web/lib/money.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { cachePayments, showPaymentError } from './payments.ts';
import { type ChosenRefund, RefundForm } from './refund-form.tsx';

interface Props {
  visitId: string;
  receipt: Receipt;
  onClose(): void;
}

export function RefundDialog({ visitId, receipt, onClose }: Props) {
  const { t } = useTranslation();
  const refund = useMutation({
    mutationFn: ({ lines, method }: ChosenRefund) =>
      call(receipts.refund, { id: receipt.id, lines, ...(method && { method }) }, { handlesErrors: [404, 409] }),
    onSuccess(saved, { amount }) {
      cachePayments(saved);
      toast('success', t('receipts.refundDone', { amount: formatEuro(amount) }));
      onClose();
    },
    onError(error) {
      if (showPaymentError(error, visitId, t('receipts.notRecorded'))) onClose();
    },
  });
  return <RefundForm receipt={receipt} isBusy={refund.isPending} onRefund={refund.mutate} onClose={onClose} />;
}
