// Shows the payments of a visit, with buttons to record and to refund one.
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { payableStatuses, type Receipt, receipts } from '#contract/booking/receipts.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { call } from '#web/lib/client/client.ts';
import { plainDay, visitorZone } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { PayButton } from './pay-button.tsx';
import classes from './payment.module.css';
import { cachePayments, paymentsQuery, showPaymentError } from './payments.ts';

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
  const isShown = payments ? payments.isPayable || payments.receipts.length > 0 : payableStatuses.includes(status);
  if (!isShown) return null;
  return (
    <section className={classes.payment} aria-label={t('receipts.title')} aria-busy={read.isPending}>
      {read.isPending && <Skeleton height={36} />}
      {read.isError && !payments && <TryAgain onRetry={() => void read.refetch()} />}
      {payments && payments.receipts.length > 0 && (
        <ul className={classes.list}>
          {payments.receipts.map((receipt) => (
            <Line key={receipt.id} visitId={visitId} receipt={receipt} />
          ))}
        </ul>
      )}
      {payments?.isPayable && (
        <p className={classes.due}>
          {payments.due > 0 && <span>{t('receipts.due', { amount: formatEuro(payments.due) })}</span>}
          <PayButton visitId={visitId} name={name} />
        </p>
      )}
    </section>
  );
}

function Line({ visitId, receipt }: { visitId: string; receipt: Receipt }) {
  const { t } = useTranslation();
  const { id, day, method, amount, refundedAt, person } = receipt;
  const paid = formatEuro(amount);
  const refund = useMutation({
    mutationFn: () => call(receipts.refund, { id }, { handlesErrors: [409] }),
    onSuccess(saved) {
      cachePayments(saved);
      toast('success', t('receipts.refundDone', { amount: paid }));
    },
    onError: (error) => showPaymentError(error, visitId, t('receipts.notRecorded')),
  });
  async function giveBack(): Promise<void> {
    const isSure = await ask({
      title: t('receipts.refundOf', { amount: paid }),
      text: t('receipts.refundText'),
      confirmLabel: t('receipts.refund'),
      danger: true,
    });
    if (isSure) refund.mutate();
  }
  return (
    <li data-refunded={refundedAt !== null || undefined}>
      <span>
        <span className="figures">
          {t('receipts.paidOn', { amount: paid, method: t(`receipts.method.${method}`), day: dayOf(day) })}
        </span>
        <span className={classes.more}>
          {[
            refundedAt
              ? t('receipts.refunded', {
                  day: dayOf(
                    Temporal.Instant.from(refundedAt).toZonedDateTimeISO(visitorZone()).toPlainDate().toString(),
                  ),
                })
              : t('receipts.paid'),
            person,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {!refundedAt && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={refund.isPending}
          onClick={() => void giveBack()}
        >
          {t('receipts.refund')}
        </Button>
      )}
    </li>
  );
}

const dayOf = (day: string) => plainDay(day, { day: 'numeric', month: 'short', year: 'numeric' });
