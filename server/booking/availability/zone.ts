// The days of one IANA zone: converts wall time by arithmetic on days without a clock change, by Temporal on others.
//
// A calendar date is a day number here: whole days since 1970-01-01. It has the same meaning as a PlainDate, but
// iterating over a month of them is free, while a month of Temporal conversions costs more than all other code here.

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A period in which the zone's offset is constant. All values in milliseconds. */
interface Span {
  /** First instant of the span; -Infinity when the zone has no earlier change. */
  from: number;
  /** First instant after the span; Infinity when no further change is known. */
  until: number;
  offset: number;
  /** From this wall time on (read as if it were UTC), no wall time belongs to an earlier span. */
  settled: number;
}

const spansByZone = new Map<string, Span[]>();

/** Covers decades of clock changes; beyond it the list is reset instead of growing. */
const MAX_SPANS = 64;

/** The day number of a date 'YYYY-MM-DD'. Throws RangeError for any other text. */
export function dayOfDate(date: string): number {
  return Temporal.Instant.from(`${date}T00:00Z`).epochMilliseconds / DAY;
}

/** The date 'YYYY-MM-DD' of a day number. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** ISO weekday of a day number: 1 = Monday to 7 = Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The day number of the local date at an instant (epoch milliseconds). Throws RangeError for an unknown zone. */
export function localDay(zone: string, instant: number): number {
  return Math.floor((instant + spanAt(zone, instant).offset) / DAY);
}

/**
 * The zone's offset in milliseconds, if every wall time of the day from 00:00 to 24:00, both included, exists once and
 * has this offset; undefined when the clock changes on that day or at one of its ends.
 */
export function steadyOffset(zone: string, day: number): number | undefined {
  const midnight = day * DAY;
  // Only the offset around noon is a candidate: with a different one elsewhere, the day is not steady.
  const { settled, until, offset } = spanAt(zone, midnight + DAY / 2 - spanAt(zone, midnight).offset);
  return midnight >= settled && midnight + DAY - offset < until ? offset : undefined;
}

/** The instant (epoch milliseconds) at which a local day starts: its 00:00, or the clock change that skips it. */
export function startOfDay(zone: string, day: number): number {
  const offset = steadyOffset(zone, day);
  if (offset !== undefined) return day * DAY - offset;
  return wallTime(day * DAY)
    .toPlainDate()
    .toZonedDateTime(zone).epochMilliseconds;
}

/**
 * The instant of a wall time, given as if it were UTC (epoch milliseconds), as RFC 5545 section 3.3.5 defines it: the
 * first of two, and a time that does not exist has the offset before the gap. `exists` is false for the latter.
 */
export function instantAtWallTime(zone: string, wallAsUtc: number): { instant: number; exists: boolean } {
  const wall = wallTime(wallAsUtc);
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'compatible' });
  return { instant: zoned.epochMilliseconds, exists: zoned.toPlainDateTime().equals(wall) };
}

function wallTime(wallAsUtc: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wallAsUtc).toZonedDateTimeISO('UTC').toPlainDateTime();
}

function spanAt(zone: string, instant: number): Span {
  const cached = spansByZone.get(zone);
  if (cached) for (const span of cached) if (span.from <= instant && instant < span.until) return span;
  const span = readSpan(zone, instant);
  if (cached && cached.length < MAX_SPANS) cached.push(span);
  else spansByZone.set(zone, [span]);
  return span;
}

function readSpan(zone: string, instant: number): Span {
  const here = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const offset = here.offsetNanoseconds / 1e6;
  const until = here.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  // 'previous' searches strictly backwards; one nanosecond later it finds a change at this very instant.
  const from = here.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  if (!from) return { from: Number.NEGATIVE_INFINITY, until, offset, settled: Number.NEGATIVE_INFINITY };
  const before = from.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6;
  return { from: from.epochMilliseconds, until, offset, settled: from.epochMilliseconds + Math.max(before, offset) };
}
