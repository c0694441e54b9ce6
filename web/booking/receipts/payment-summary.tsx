// The price of a visit and how much of it is paid, in one line.
import { useTranslation } from 'react-i18next';
import type { VisitPayments } from '#contract/booking/receipts.ts';
import { formatEuro } from '#web/lib/money.ts';

export function PaymentSummary({ payments: { price, parts, paid, due, isPayable } }: { payments: VisitPayments }) {
  const { t } = useTranslation();
  const words = [
    price > 0 && formatEuro(price),
    price > 0 && parts > 1 && t('receipts.services', { count: parts }),
    paid > 0 && `${t('receipts.paid')}: ${formatEuro(paid)}`,
    isPayable && (paid > 0 ? due > 0 && t('receipts.due', { amount: formatEuro(due) }) : t('receipts.notPaid')),
  ];
  return <span className="figures">{words.filter(Boolean).join(' · ')}</span>;
}
