// Intervals of a query as one text: the bytes of PostgreSQL's instants, at half the cost of numbers in digits.
import { type RawBuilder, sql } from 'kysely';
import type { Interval } from './intervals.ts';

/** 2000-01-01, from which PostgreSQL counts its microseconds (ms). */
const firstInstant = Date.UTC(2000, 0, 1);
/** Of two instants. */
const intervalBytes = 16;

/** Aggregates two finite instants of each row, or of those that meet the condition. Null without any. */
export function intervalText(
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<string | null> {
  return sql`encode(string_agg(timestamptz_send(${start}) || timestamptz_send(${end}), ''::bytea order by ${start})
    filter (where ${condition}), 'base64')`;
}

/** Reads `intervalText`: epoch milliseconds. */
export function intervalsIn(text: string | null): Interval[] {
  if (!text) return [];
  const bytes = Buffer.from(text, 'base64');
  // Its numbers cost a quarter of those of the buffer.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const intervals: Interval[] = [];
  for (let at = 0; at < bytes.length; at += intervalBytes) {
    intervals.push({ start: instantAt(view, at), end: instantAt(view, at + intervalBytes / 2) });
  }
  return intervals;
}

/** Whole microseconds of the next centuries are exact in a number. */
function instantAt(view: DataView, at: number): number {
  const microseconds = view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
  return firstInstant + Math.round(microseconds / 1000);
}
