// Compares two loads in pairs that run one right after the other: another program on the machine then slows both.
import { median, percentile, type Row } from './report.ts';

/** Measures one load once; returns requests per second. */
type Load = () => Promise<number>;

export interface Pairs {
  rates: [number, number];
  /** The rate of the first divided by the rate of the second, pair by pair. */
  ratios: number[];
}

/** Runs both loads `count` times, each of them first in every other pair. */
export async function pairsOf(count: number, first: Load, second: Load): Promise<Pairs> {
  const a: number[] = [];
  const b: number[] = [];
  for (let pair = 0; pair < count; pair++) {
    if (pair % 2) b.push(await second());
    a.push(await first());
    if (!(pair % 2)) b.push(await second());
  }
  return { rates: [median(a), median(b)], ratios: a.map((rate, pair) => rate / (b[pair] ?? Number.NaN)) };
}

/**
 * A row with the median of the ratios and their quartiles. Beyond a quarter of spread the pairs say more about the
 * machine than about the product: the row is then neither met nor missed.
 */
export function ratioRow(label: string, ratios: number[], target?: { max: number } | { min: number }): Row {
  const middle = median(ratios);
  const [low, high] = [percentile(ratios, 0.25), percentile(ratios, 0.75)];
  const value = `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
  const row = { label: `${label}, median and quartiles of ${ratios.length} pairs`, value };
  if (!target) return row;
  const isMet = 'max' in target ? middle <= target.max : middle >= target.min;
  const isBusy = high - low > middle / 4;
  return {
    ...row,
    value: isBusy ? `${value}; the machine was busy` : value,
    target: 'max' in target ? `<= ${target.max}` : `>= ${target.min}`,
    isMet: isBusy ? undefined : isMet,
  };
}
