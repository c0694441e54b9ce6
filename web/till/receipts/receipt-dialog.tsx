// A receipt of the till: lines, VAT, payments, and what can be done with it.
import { Button, Skeleton } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TillReceipt, type TillState, tills } from '#contract/till/tills.ts';
import { query } from '#web/lib/client/client.ts';
import { formatCount } from '#web/lib/count.ts';
import { minuteOf } from '#web/lib/dates.ts';
import { formatEuro, formatFullEuro } from '#web/lib/money.ts';
import { formatPercent } from '#web/lib/percent.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { TillFigures } from '../figures/figures.tsx';
import { VatFigures } from '../figures/vat-figures.tsx';
import { DeviceNumber } from './device-number.tsx';
import { ReceiptActs } from './receipt-acts.tsx';
import classes from './receipts.module.css';
import { TillRefundDialog } from './till-refund-dialog.tsx';

interface Props {
  till: TillState;
  receiptId: string;
  /** Opens another receipt, such as that of a refund. */
  onOpen(id: string): void;
  onClose(): void;
}

export function ReceiptDialog({ till, receiptId, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const read = useQuery({ ...query(tills.getReceipt, { id: receiptId }), staleTime: 0 });
  const receipt = read.data;
  return (
    <LargeDialog
      title={t('till.screen.receiptNumber', { number: String(receipt?.number ?? '–') })}
      size="lg"
      onClose={onClose}
    >
      {read.isPending && <Skeleton height={320} role="status" aria-label={t('app.loading')} />}
      {read.isError && !receipt && <TryAgain onRetry={() => void read.refetch()} />}
      {receipt && <ReceiptSheet {...{ till, receipt, onOpen }} onSaved={() => void read.refetch()} />}
    </LargeDialog>
  );
}

interface SheetProps extends Pick<Props, 'till' | 'onOpen'> {
  receipt: TillReceipt;
  onSaved(): void;
}

function ReceiptSheet({ till, receipt, onOpen, onSaved }: SheetProps) {
  const { t } = useTranslation();
  const [isRefunding, setRefunding] = useState(false);
  const { createdAt, timeZone, person, customer, lines, vat, payments, amount, refundsId, refundedAt, deviceNumber } =
    receipt;
  const discountName = (percent: number | null) =>
    percent === null ? t('till.screen.discount') : t('till.screen.discountIs', { amount: formatPercent(percent) });
  const quantityOf = (quantity: number, unitPrice: number) =>
    quantity === 1 ? '' : `${formatCount(quantity)} × ${formatEuro(unitPrice)}`;
  const isRefundable = till.isManaged && till.session !== null && !refundsId && !refundedAt && amount > 0;
  return (
    <>
      <p className={classes.head}>
        {[minuteOf(createdAt, timeZone), receipt.register, person, customer].filter(Boolean).join(' · ')}
      </p>
      {refundsId && (
        <Button variant="subtle" size="compact-sm" mb="sm" onClick={() => onOpen(refundsId)}>
          {t('till.screen.showRefunded')}
        </Button>
      )}
      <TillFigures
        title={t('till.screen.lines')}
        rows={lines.map((line) => ({
          name: line.kind === 'discount' ? discountName(line.discountPercent) : line.name,
          note: [
            line.kind !== 'discount' && quantityOf(line.quantity, line.unitPrice),
            line.refunded > 0 && t('till.screen.refundedOf', { quantity: formatCount(line.refunded) }),
          ]
            .filter(Boolean)
            .join(' · '),
          amount: line.amount,
        }))}
        total={{ name: t('till.screen.total'), amount }}
      />
      <VatFigures rows={vat} />
      <TillFigures
        title={t('till.screen.payments')}
        rows={payments.map(({ method, amount: paid, given, change }) => ({
          name: t(`receipts.method.${method}`),
          note:
            given !== null && change
              ? t('till.screen.givenChange', { given: formatFullEuro(given), change: formatFullEuro(change) })
              : '',
          amount: paid,
        }))}
      />
      {deviceNumber !== null && <DeviceNumber key={deviceNumber} receipt={receipt} onSaved={onSaved} />}
      <ReceiptActs receiptId={receipt.id} registerId={till.id} hasCustomer={receipt.contactId !== null}>
        {isRefundable && (
          <Button
            variant="default"
            leftSection={<IconReceiptRefund size={17} stroke={1.75} aria-hidden="true" />}
            onClick={() => setRefunding(true)}
          >
            {t('receipts.refund')}
          </Button>
        )}
      </ReceiptActs>
      {isRefunding && (
        <TillRefundDialog
          {...{ till, receipt }}
          onRefunded={(refund) => onOpen(refund.id)}
          onClose={() => setRefunding(false)}
        />
      )}
    </>
  );
}
