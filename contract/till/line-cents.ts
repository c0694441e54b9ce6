// Counts what a line of a sale costs, and what a discount in percent comes to.
import type { BasketLine } from './tills.ts';

/** The cents of a line before its discount, rounded as PostgreSQL rounds the product of three and two decimals. */
export function lineCents({ quantity, unitPrice }: Pick<BasketLine, 'quantity' | 'unitPrice'>): number {
  return Math.round(Math.round(quantity * unitPrice * 100_000) / 1_000);
}

/** The cents of a discount in percent. */
export const percentCents = (cents: number, percent: number): number => Math.round((cents * percent) / 100);
