// Rates of VAT that begin on days.
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import { invalid } from './refusal.ts';

/** The first rate (null: not known), and those that follow it. */
export interface VatRates {
  vatRate: number | null;
  vatRates: readonly LaterVatRate[];
}

/** Throws 417 for two rates that begin on the same day. */
export function assertDifferentDays({ vatRates }: VatRates): void {
  const days = vatRates.map(({ from }) => from);
  if (new Set(days).size < days.length) throw invalid('VatRates', 'vatRates.sameDay');
}

/** The first day whose rate differs; null: already before all days that rates name. Undefined when all are equal. */
export function firstChangedDay(one: VatRates, other: VatRates): string | null | undefined {
  if (one.vatRate !== other.vatRate) return null;
  const days = [...one.vatRates, ...other.vatRates].map(({ from }) => from).sort();
  return days.find((day) => rateOn(one, day) !== rateOn(other, day));
}

function rateOn({ vatRate, vatRates }: VatRates, day: string): number | null {
  // Days are ISO texts, which sort by time.
  const begun = vatRates.filter(({ from }) => from <= day).sort((a, b) => a.from.localeCompare(b.from));
  return begun.at(-1)?.rate ?? vatRate;
}
