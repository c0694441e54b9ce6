// The VAT that a receipt includes.
import type { Receipt } from '#contract/booking/receipts.ts';

/**
 * Prices include VAT: one row for each rate, taken out of the sum of its lines, so that the rows add up to the receipt.
 * Lines without a rate have no VAT and come last.
 */
export function vatOfLines(lines: readonly Pick<Receipt['lines'][number], 'amount' | 'vatRate'>[]): Receipt['vat'] {
  return [...Map.groupBy(lines, ({ vatRate }) => vatRate)]
    .sort(([a], [b]) => (b ?? -1) - (a ?? -1))
    .map(([rate, own]) => {
      const gross = own.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
      const net = Math.round((gross * 100) / (100 + (rate ?? 0)));
      return { rate, net: net / 100, vat: (gross - net) / 100, amount: gross / 100 };
    });
}
