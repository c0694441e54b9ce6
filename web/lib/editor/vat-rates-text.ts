// Rates of VAT that begin on a day, as text.
import i18next from 'i18next';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import { plainDay } from '#web/lib/dates.ts';
import { formatPercent } from '#web/lib/percent.ts';

/** `22% from 1 Jan 2027, 23% from 1 Jul 2027`. */
export function vatRatesText(rates: readonly LaterVatRate[]): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return rates
    .map(({ from, rate }) => i18next.t('vatRates.rateFrom', { rate: formatPercent(rate), day: plainDay(from, day) }))
    .join(', ');
}
