// Money in the page's locale.
import { euroFormat, fixedEuroFormat } from '#contract/lib/money.ts';
import { currentLocale } from './locale.ts';

export const formatEuro = (amount: number, decimals?: number): string =>
  euroFormat(currentLocale(), decimals).format(amount);

/** With both decimals, for columns of amounts. */
export const formatFullEuro = (amount: number): string => fixedEuroFormat(currentLocale()).format(amount);

/** Props of an input for an amount: the sign stands where `formatEuro` writes it. */
export function euroInput() {
  const parts = euroFormat(currentLocale()).formatToParts(1.5);
  const textOf = (some: typeof parts) => some.map(({ value }) => value).join('');
  const number = parts.findIndex(({ type }) => type === 'integer');
  return {
    prefix: textOf(parts.slice(0, number)),
    suffix: textOf(parts.slice(parts.findIndex(({ type }) => type === 'fraction') + 1)),
    decimalSeparator: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    decimalScale: 2,
  };
}
