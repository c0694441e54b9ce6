// Intervals of a query as one text of numbers: half the time of an array of arrays.
import { type RawBuilder, sql } from 'kysely';
import type { Interval } from './intervals.ts';

/** Aggregates two instants of each row. date_part is in double precision, exact to the millisecond. */
export function intervalText(start: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`string_agg((date_part('epoch', ${start}) * 1000)::bigint || ' ' ||
  (date_part('epoch', ${end}) * 1000)::bigint, ' ' order by ${start})`;
}

/** Reads `intervalText`: starts and ends alternating, epoch milliseconds. */
export function intervalsIn(text: string | null): Interval[] {
  if (!text) return [];
  const numbers = text.split(' ');
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    start: Number(numbers[2 * at]),
    end: Number(numbers[2 * at + 1]),
  }));
}
