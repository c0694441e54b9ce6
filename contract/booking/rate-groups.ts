// Divides what a service and its options cost by their rates of VAT.
import { centsOf } from '#contract/lib/money.ts';
import { bookedName, optionNames } from './options.ts';

/** An option with its own rate of VAT; null: that of the service. */
export interface RatedOption {
  name: string;
  count: number;
  /** Of one of them (euros). */
  price: number;
  vatRate: number | null;
}

interface RateGroup {
  name: string;
  vatRate: number | null;
  /** Its share of the price (cents). */
  weight: number;
}

/**
 * Returns the service with the options that have its rate, then a group for each other rate. `price` is that of the
 * service with all its options (euros); its name may end with theirs in brackets.
 */
export function rateGroups(
  service: { name: string; price: number; vatRate: number | null },
  options: readonly RatedOption[],
): RateGroup[] {
  const { vatRate } = service;
  const others = options.filter((option) => option.vatRate !== null && option.vatRate !== vatRate);
  const weightOf = (all: readonly RatedOption[]) =>
    all.reduce((sum, { price, count }) => sum + centsOf(price) * count, 0);
  if (others.length === 0) return [{ name: service.name, vatRate, weight: centsOf(service.price) }];
  const own = options.filter((option) => !others.includes(option));
  // A price that was agreed may be less than that of the options.
  const weight = Math.max(0, centsOf(service.price) - weightOf(others));
  return [
    { name: bookedName(withoutOptions(service.name, options), own), vatRate, weight },
    ...[...Map.groupBy(others, (option) => option.vatRate)].map(([rate, all]) => ({
      ...{ name: optionNames(all), vatRate: rate, weight: weightOf(all) },
    })),
  ];
}

function withoutOptions(name: string, options: readonly RatedOption[]): string {
  const end = ` (${optionNames(options)})`;
  return name.endsWith(end) ? name.slice(0, -end.length) : name;
}
