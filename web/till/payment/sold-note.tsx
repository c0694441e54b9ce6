// Shows what a sale leaves to do: its number, the change, the receipt, and the number of the fiscal device beside.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sumOfEuros } from '#contract/lib/money.ts';
import type { TillReceipt } from '#contract/till/tills.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { DeviceNumber } from '../receipts/device-number.tsx';
import { methodNames } from '../receipts/method-names.ts';
import { ReceiptActs } from '../receipts/receipt-acts.tsx';
import classes from './payment.module.css';

interface Props {
  registerId: string;
  receipt: TillReceipt;
  onClose(): void;
}

export function SoldNote({ registerId, receipt: sold, onClose }: Props) {
  const { t } = useTranslation();
  const [receipt, setReceipt] = useState(sold);
  const { number, amount, payments, deviceNumber } = receipt;
  const change = sumOfEuros(payments.map((payment) => payment.change ?? 0));
  return (
    <>
      <p className={classes.due}>
        <span>{t('till.screen.change')}</span>
        <strong className="figures" data-change>
          {formatFullEuro(change)}
        </strong>
      </p>
      <p className={classes.receipt} role="status">
        {[t('till.screen.receiptNumber', { number: String(number) }), formatFullEuro(amount), methodNames(payments)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {deviceNumber !== null && <DeviceNumber receipt={receipt} onSaved={setReceipt} isFirst />}
      <ReceiptActs receiptId={receipt.id} registerId={registerId} hasCustomer={receipt.contactId !== null} />
      <FormFoot isSticky>
        <Button size="md" autoFocus={deviceNumber === null} onClick={onClose}>
          {t('till.screen.nextSale')}
        </Button>
      </FormFoot>
    </>
  );
}
