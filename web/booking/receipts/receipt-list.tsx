// The receipts of a visit, each with a button to refund it.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Receipt, receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { call } from '#web/lib/client/client.ts';
import { plainDay, visitorZone } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './payment.module.css';
import { PaymentNote } from './payment-note.tsx';
import { cachePayments, showPaymentError } from './payments.ts';
import { type Chosen, RefundDialog } from './refund-dialog.tsx';

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
  const { id, day, payments, amount, refunded, refundedAt, person } = receipt;
  const [isChoosing, setChoosing] = useState(false);
  const refund = useMutation({
    mutationFn: ({ lines }: Chosen) => call(receipts.refund, { id, lines }, { handlesErrors: [409] }),
    onSuccess(saved, { amount: back }) {
      setChoosing(false);
      cachePayments(saved);
      toast('success', t('receipts.refundDone', { amount: formatEuro(back) }));
    },
    onError(error) {
      if (showPaymentError(error, visitId, t('receipts.notRecorded'))) setChoosing(false);
    },
  });
  const methods = payments.map(({ method }) => t(`receipts.method.${method}`)).join(', ');
  return (
    <li data-refunded={refundedAt !== null || undefined}>
      <span>
        <span className="figures">{[formatEuro(amount), methods, dayOf(day)].filter(Boolean).join(' · ')}</span>
        <span className={classes.more}>
          {[
            refundedAt
              ? t('receipts.refunded', {
                  day: dayOf(
                    Temporal.Instant.from(refundedAt).toZonedDateTimeISO(visitorZone()).toPlainDate().toString(),
                  ),
                })
              : refunded > 0
                ? t('receipts.partlyRefunded', { amount: formatEuro(refunded) })
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
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setChoosing(true)}>
            {t('receipts.refund')}
          </Button>
        </span>
      )}
      {isChoosing && (
        <RefundDialog
          receipt={receipt}
          isBusy={refund.isPending}
          onRefund={(chosen) => refund.mutate(chosen)}
          onClose={() => setChoosing(false)}
        />
      )}
    </li>
  );
}

const dayOf = (day: string) => plainDay(day, { day: 'numeric', month: 'short', year: 'numeric' });
