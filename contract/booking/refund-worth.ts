// The worth of a part of a receipt's line.
import { centsOf } from '#contract/lib/money.ts';
import type { ReceiptLine } from './receipts.ts';

/**
 * Returns the cents of a quantity that goes back after `refunded`. The parts of a line that go back one after the other
 * sum up to its amount.
 */
export function refundWorth(
  { amount, quantity, refunded }: Pick<ReceiptLine, 'amount' | 'quantity' | 'refunded'>,
  back: number,
): number {
  const until = (part: number) => Math.round((centsOf(amount) * part) / quantity);
  return until(refunded + back) - until(refunded);
}

/** How much of a line is left to refund. Quantities have three decimals. */
export function leftToRefund({ quantity, refunded }: Pick<ReceiptLine, 'quantity' | 'refunded'>): number {
  return Math.round((quantity - refunded) * 1_000) / 1_000;
}
