// Names the ways in which a receipt was paid.
import i18next from 'i18next';
import type { TillReceipt } from '#contract/till/tills.ts';

/** Each once, as in `Cash, Card`; empty without payments. */
export function methodNames(payments: TillReceipt['payments']): string {
  const methods = new Set(payments.map(({ method }) => method));
  return [...methods].map((method) => i18next.t(`receipts.method.${method}`)).join(', ');
}
