// Money as people of the page's language write it.
import { currentLocale } from './locale.ts';

/** EUR; whole amounts without decimals. */
export function formatEuro(amount: number): string {
  return new Intl.NumberFormat(currentLocale(), {
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}
