// Refunds lines of a receipt at a register.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TillReceipt, type TillState, tills } from '#contract/till/tills.ts';
import { type ChosenRefund, RefundForm } from '#web/booking/receipts/refund-form.tsx';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { refreshFigures } from '#web/lib/client/query-client.ts';
import { randomId } from '#web/lib/client/random-id.ts';
import { formatEuro } from '#web/lib/money.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { refreshTill } from '../state/refresh-till.ts';

interface Props {
  till: TillState;
  receipt: TillReceipt;
  onRefunded(refund: TillReceipt): void;
  onClose(): void;
}

export function TillRefundDialog({ till, receipt, onRefunded, onClose }: Props) {
  const { t } = useTranslation();
  // The same for every press: a lost answer is one refund.
  const [id] = useState(randomId);
  const refund = useMutation({
    mutationFn: ({ lines, method }: ChosenRefund) => {
      const input = { id, registerId: till.id, receiptId: receipt.id, lines, ...(method && { method }) };
      return call(tills.refund, input, { handlesErrors: true });
    },
    onSuccess(saved) {
      toast('success', t('receipts.refundDone', { amount: formatEuro(-saved.amount) }));
      void refreshTill(till.id);
      void refreshFigures();
      onClose();
      onRefunded(saved);
    },
    onError: (error) => showError(error, t('receipts.notRecorded')),
  });
  return <RefundForm receipt={receipt} isBusy={refund.isPending} onRefund={refund.mutate} onClose={onClose} />;
}
