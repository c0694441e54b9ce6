// Counts what a line of a sale costs.
import type { BasketLine } from './tills.ts';

/** The cents of a line before its discount, rounded as PostgreSQL rounds the product of three and two decimals. */
export function lineCents({ quantity, unitPrice }: Pick<BasketLine, 'quantity' | 'unitPrice'>): number {
  return Math.round(Math.round(quantity * unitPrice * 100_000) / 1_000);
}
