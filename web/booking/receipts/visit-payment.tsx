// Shows the payments of a visit, with buttons to record and to refund one.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { payableStatuses } from '#contract/booking/receipts.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { PayButton } from './pay-button.tsx';
import classes from './payment.module.css';
import { PaymentSummary } from './payment-summary.tsx';
import { paymentsQuery } from './payments.ts';
import { ReceiptList } from './receipt-list.tsx';

interface Props {
  visitId: string;
  status: VisitStatus;
  name: string;
}

/** Nothing for visits that cannot be paid and never were. */
export function VisitPayment({ visitId, status, name }: Props) {
  const { t } = useTranslation();
  const read = useQuery({ ...paymentsQuery(visitId), staleTime: 0 });
  const payments = read.data;
  const { recordsPayments } = useCurrentUser();
  const isExpected = recordsPayments && payableStatuses.includes(status);
  const isShown = payments ? payments.isPayable || payments.receipts.length > 0 : isExpected;
  if (!isShown) return null;
  return (
    <section className={classes.payment} aria-label={t('receipts.title')} aria-busy={read.isPending}>
      {read.isPending && <Skeleton height={36} />}
      {read.isError && !payments && <TryAgain onRetry={() => void read.refetch()} />}
      {payments && <ReceiptList payments={payments} />}
      {payments?.isPayable && (
        <p className={classes.due}>
          <PaymentSummary payments={payments} />
          <PayButton visitId={visitId} name={name} />
        </p>
      )}
    </section>
  );
}
