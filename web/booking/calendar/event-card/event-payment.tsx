// The price of an event's visit and what is paid of it, with buttons to pay and to refund.
import { Button, Skeleton } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '#contract/booking/receipts.ts';
import { PaymentSummary } from '#web/booking/receipts/payment-summary.tsx';
import { paymentsQuery } from '#web/booking/receipts/payments.ts';
import { ReceiptList } from '#web/booking/receipts/receipt-list.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import classes from './event-card.module.css';

interface Props {
  visitId: string;
  isSheet: boolean;
  /** Whether to pay is the next step. */
  isNext: boolean;
  /** The dialogs of payments and refunds replace the card, which a click outside would close. */
  onPay(): void;
  onRefund(receipt: Receipt): void;
}

/** Nothing for a visit with a part that the caller may not change, and where the company records no payments. */
export function EventPayment({ visitId, isSheet, isNext, onPay, onRefund }: Props) {
  const { t } = useTranslation();
  const { data: payments, isPending } = useQuery({ ...paymentsQuery(visitId), staleTime: 0 });
  const { recordsPayments } = useCurrentUser();
  // As high as the line that follows: the buttons below stay where they are.
  if (isPending && recordsPayments) return <Skeleton className={classes.payment} height={isSheet ? 44 : 30} />;
  if (!payments || !(payments.isPayable || payments.receipts.length > 0)) return null;
  return (
    <>
      <div className={classes.payment}>
        <IconCash size={17} stroke={1.75} aria-hidden="true" />
        <PaymentSummary payments={payments} />
        {payments.isPayable && (
          <Button size={isSheet ? 'sm' : 'xs'} variant={isNext ? 'filled' : 'subtle'} onClick={onPay}>
            {t('receipts.pay')}
          </Button>
        )}
      </div>
      <ReceiptList payments={payments} onRefund={onRefund} />
    </>
  );
}
