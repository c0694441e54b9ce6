// Formats percentages.
import { currentLocale } from './locale.ts';

/** `25.5%` for 25.5. */
export const formatPercent = (percent: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
