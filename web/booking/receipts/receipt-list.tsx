// The receipts of a visit, each with a button to refund it.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Receipt, receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { call } from '#web/lib/client/client.ts';
import { plainDay, visitorZone } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './payment.module.css';
import { PaymentNote } from './payment-note.tsx';
import { cachePayments, showPaymentError } from './payments.ts';

export function ReceiptList({ payments: { visitId, receipts: all } }: { payments: VisitPayments }) {
  if (all.length === 0) return null;
  return (
    <ul className={classes.list}>
      {all.map((receipt) => (
        <Line key={receipt.id} visitId={visitId} receipt={receipt} />
      ))}
    </ul>
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
  async function confirmRefund(): Promise<void> {
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
        <span className={classes.tools}>
          <PaymentNote receiptId={id} />
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            loading={refund.isPending}
            onClick={() => void confirmRefund()}
          >
            {t('receipts.refund')}
          </Button>
        </span>
      )}
    </li>
  );
}

const dayOf = (day: string) => plainDay(day, { day: 'numeric', month: 'short', year: 'numeric' });
