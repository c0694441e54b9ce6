// The VAT that a receipt includes.
import type { Receipt, ReceiptLine } from '#contract/booking/receipts.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';

/**
 * Prices include VAT: one row for each rate, taken out of the sum of its lines, so that the rows add up to the receipt.
 * Lines without a rate have no VAT and come last.
 */
export function vatOfLines(lines: readonly Pick<ReceiptLine, 'amount' | 'vatRate'>[]): Receipt['vat'] {
  return [...Map.groupBy(lines, ({ vatRate }) => vatRate)]
    .sort(([a], [b]) => (b ?? -1) - (a ?? -1))
    .map(([rate, own]) => {
      const gross = own.reduce((cents, { amount }) => cents + centsOf(amount), 0);
      // Half a cent goes away from zero, so that a refund takes back what its sale had.
      const net = Math.sign(gross) * Math.round((Math.abs(gross) * 100) / (100 + (rate ?? 0)));
      return { rate, net: eurosOf(net), vat: eurosOf(gross - net), amount: eurosOf(gross) };
    });
}
