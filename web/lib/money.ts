// Formats money in the page's locale.
import { currentLocale } from './locale.ts';

/** EUR; whole amounts have no decimals. */
export function formatEuro(amount: number): string {
  return new Intl.NumberFormat(currentLocale(), {
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}
