// The worth of a part of a receipt's line.
import { centsOf } from '#contract/lib/money.ts';
import type { ReceiptLine } from './receipts.ts';

type Part = Pick<ReceiptLine, 'amount' | 'quantity' | 'refunded'>;

/**
 * Returns the cents of a quantity of a line that goes back, and of each of its discounts (negative or 0). The parts
 * that go back one after the other sum up to the amounts, and no part is worth less than nothing: what is left of the
 * line after its discounts is rounded, and so is each discount; the line is their sum.
 */
export function refundWorth(
  line: Part,
  discounts: readonly Part[],
  back: number,
): { line: number; discounts: number[] } {
  const { quantity, refunded } = line;
  const part = (cents: number) => {
    const until = (pieces: number) => Math.round((cents * pieces) / quantity);
    return until(refunded + back) - until(refunded);
  };
  const off = discounts.map(({ amount }) => -centsOf(amount));
  const parts = off.map(part);
  const sum = (all: readonly number[]) => all.reduce((total, cents) => total + cents, 0);
  const rest = part(centsOf(line.amount) - sum(off));
  return { line: rest + sum(parts), discounts: parts.map((cents) => (cents === 0 ? 0 : -cents)) };
}

/** How much of a line is left to refund. Quantities have three decimals. */
export function leftToRefund({ quantity, refunded }: Pick<ReceiptLine, 'quantity' | 'refunded'>): number {
  return Math.round((quantity - refunded) * 1_000) / 1_000;
}
