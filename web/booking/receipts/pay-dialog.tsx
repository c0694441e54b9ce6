// Asks for the payment of a visit: for which of its parts and of the customer's other visits, how much, and by what.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { type Completion, PayForm } from './pay-form.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { paymentsQuery } from './payments.ts';

interface Props {
  visitId: string;
  /** Of the customer, or what the visit is about. */
  name: string;
  /** Given while the visit is completed: the payment completes it. */
  completion?: Completion | undefined;
  onClose(): void;
}

export function PayDialog({ visitId, name, completion, onClose }: Props) {
  const { t } = useTranslation();
  const read = useQuery({ ...paymentsQuery(visitId), staleTime: 2_000 });
  const payments = read.data;
  return (
    <Dialog title={t(completion ? 'receipts.completeTitle' : 'receipts.payTitle', { name })} onClose={onClose}>
      {read.isPending && <Skeleton height={220} />}
      {read.isError && !payments && <TryAgain onRetry={() => void read.refetch()} />}
      {payments?.isPayable && (
        // Another form when the parts or their prices have changed meanwhile.
        <PayForm key={JSON.stringify(payments.open)} {...{ payments, name, completion, onClose }} />
      )}
      {payments && !payments.isPayable && (
        <>
          <PaymentSummary payments={payments} />
          {completion && (
            <DialogFoot
              confirmLabel={t('visits.move.completed')}
              onConfirm={completion.withoutPayment}
              isBusy={false}
              onCancel={onClose}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
