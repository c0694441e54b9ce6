// Asks which lines of a receipt go back, how many of each, and how they are paid out.
import { Checkbox, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaymentMethod, paymentMethods, type Receipt, type ReceiptLine } from '#contract/booking/receipts.ts';
import { leftToRefund, refundWorth } from '#contract/booking/refund-worth.ts';
import { eurosOf } from '#contract/lib/money.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import classes from './payment.module.css';

export interface ChosenRefund {
  lines: { position: number; quantity: number }[];
  /** Undefined: as it was paid. */
  method: PaymentMethod | undefined;
  /** The euros that go back. */
  amount: number;
}

interface Props {
  receipt: Receipt;
  isBusy: boolean;
  onRefund(chosen: ChosenRefund): void;
  onClose(): void;
}

/** Services and products of which something is left. */
const refundableOf = ({ lines }: Receipt) => lines.filter((line) => line.kind !== 'discount' && leftToRefund(line) > 0);

export function RefundForm({ receipt, isBusy, onRefund, onClose }: Props) {
  const { t } = useTranslation();
  const lines = refundableOf(receipt);
  const [quantities, setQuantities] = useState(
    () => new Map(lines.map((line) => [line.position, leftToRefund(line)] as const)),
  );
  const [method, setMethod] = useState<PaymentMethod>();
  const change = (position: number, quantity: number) => setQuantities(new Map(quantities).set(position, quantity));
  const chosen = [...quantities]
    .map(([position, quantity]) => ({ position, quantity }))
    .filter((one) => one.quantity > 0);
  const amount = eurosOf(
    lines.reduce((sum, line) => sum + worthWithDiscounts(receipt, line, quantities.get(line.position) ?? 0), 0),
  );
  return (
    <Dialog title={t('receipts.refundOf', { amount: formatEuro(amount) })} onClose={onClose}>
      <fieldset className={classes.group}>
        <legend>{t('receipts.toRefund')}</legend>
        {lines.map((line) => (
          <LineChoice
            key={line.position}
            line={line}
            quantity={quantities.get(line.position) ?? 0}
            isOnly={lines.length === 1}
            worth={eurosOf(worthWithDiscounts(receipt, line, leftToRefund(line)))}
            onChange={(quantity) => change(line.position, quantity)}
          />
        ))}
      </fieldset>
      <Select
        mt="md"
        label={t('receipts.payOut')}
        data={[
          { value: '', label: t('receipts.asPaid') },
          ...paymentMethods.map((value) => ({ value, label: t(`receipts.method.${value}`) })),
        ]}
        value={method ?? ''}
        onChange={(value) => setMethod(paymentMethods.find((one) => one === value))}
        allowDeselect={false}
      />
      <p className={classes.more}>{t('receipts.refundText')}</p>
      <DialogFoot
        confirmLabel={t('receipts.refundAmount', { amount: formatEuro(amount) })}
        danger
        disabled={chosen.length === 0}
        isBusy={isBusy}
        onConfirm={() => onRefund({ lines: chosen, method, amount })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** A line goes back with its discounts (cents). */
function worthWithDiscounts({ lines }: Receipt, line: ReceiptLine, quantity: number): number {
  const discounts = lines.filter(({ kind, discounts: of }) => kind === 'discount' && of === line.position);
  const worth = refundWorth(line, discounts, quantity);
  return worth.discounts.reduce((sum, cents) => sum + cents, worth.line);
}

interface LineProps {
  line: ReceiptLine;
  quantity: number;
  /** The only line is refunded, or nothing is. */
  isOnly: boolean;
  /** Of all that is left. */
  worth: number;
  onChange(quantity: number): void;
}

function LineChoice({ line, quantity, isOnly, worth, onChange }: LineProps) {
  const { t } = useTranslation();
  const left = leftToRefund(line);
  return (
    <div className={classes.part}>
      {isOnly ? (
        <span>{line.name}</span>
      ) : (
        <Checkbox
          label={line.name}
          checked={quantity > 0}
          onChange={(change) => onChange(change.currentTarget.checked ? left : 0)}
        />
      )}
      {left > 1 && (
        <NumberInput
          aria-label={`${line.name}: ${t('receipts.quantity')}`}
          w="6rem"
          min={0}
          max={left}
          clampBehavior="strict"
          decimalScale={line.kind === 'service' ? 0 : 3}
          value={quantity}
          onChange={(value) => onChange(Number(value) || 0)}
        />
      )}
      <span className="figures">{formatEuro(worth)}</span>
    </div>
  );
}
