// The receipts of a visit, each with a button to refund it.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Receipt, VisitPayments } from '#contract/booking/receipts.ts';
import { plainDay, visitorZone } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './payment.module.css';
import { PaymentNote } from './payment-note.tsx';
import { RefundDialog } from './refund-dialog.tsx';

interface Props {
  payments: VisitPayments;
  /** Opens the dialog elsewhere: within a card it would close with the card. */
  onRefund?: (receipt: Receipt) => void;
}

export function ReceiptList({ payments: { visitId, receipts }, onRefund }: Props) {
  if (receipts.length === 0) return null;
  return (
    <ul className={classes.list}>
      {receipts.map((receipt) => (
        <Line key={receipt.id} {...{ visitId, receipt, onRefund }} />
      ))}
    </ul>
  );
}

interface LineProps extends Pick<Props, 'onRefund'> {
  visitId: string;
  receipt: Receipt;
}

function Line({ visitId, receipt, onRefund }: LineProps) {
  const { t } = useTranslation();
  const { id, day, payments, amount, refunded, refundedAt, person } = receipt;
  const [isChoosing, setChoosing] = useState(false);
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
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            onClick={() => (onRefund ? onRefund(receipt) : setChoosing(true))}
          >
            {t('receipts.refund')}
          </Button>
        </span>
      )}
      {isChoosing && <RefundDialog {...{ visitId, receipt }} onClose={() => setChoosing(false)} />}
    </li>
  );
}

const dayOf = (day: string) => plainDay(day, { day: 'numeric', month: 'short', year: 'numeric' });
