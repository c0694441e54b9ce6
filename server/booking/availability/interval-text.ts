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
  return Array.from({ length: bytes.length / intervalBytes }, (_, at) => ({
    start: instantAt(bytes, at * intervalBytes),
    end: instantAt(bytes, at * intervalBytes + intervalBytes / 2),
  }));
}

/** Whole microseconds of the next centuries are exact in a number. */
function instantAt(bytes: Buffer, at: number): number {
  const microseconds = bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
  return firstInstant + Math.round(microseconds / 1000);
}
