// The days of one IANA zone: wall time to instants, by arithmetic on days without a clock change and by Temporal on the others.
//
// A calendar date is a day number here: whole days since 1970-01-01. It says exactly what a PlainDate says, and walking
// a month of them costs nothing, where a month of Temporal conversions costs more than everything else this module does.

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A stretch of time in which the zone keeps one offset. All in milliseconds. */
interface Span {
  /** First instant of the span; -Infinity where the zone knows no earlier change. */
  from: number;
  /** First instant after the span; Infinity where no further change is known. */
  until: number;
  offset: number;
  /** From this wall time on (read as if it were UTC) no earlier span can be meant any more. */
  settled: number;
}

const spansByZone = new Map<string, Span[]>();

/** Enough for decades of clock changes; whoever asks for more starts the list anew instead of growing it. */
const MAX_SPANS = 64;

/** The day number of a date 'YYYY-MM-DD'. Throws RangeError on anything else. */
export function dayOfDate(date: string): number {
  return Temporal.Instant.from(`${date}T00:00Z`).epochMilliseconds / DAY;
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
 * has this offset; undefined where the clock changes on that day or at one of its ends.
 */
export function steadyOffset(zone: string, day: number): number | undefined {
  const midnight = day * DAY;
  // The offset around noon is the only candidate: a day that has another one anywhere is not steady.
  const { settled, until, offset } = spanAt(zone, midnight + DAY / 2 - spanAt(zone, midnight).offset);
  return midnight >= settled && midnight + DAY - offset < until ? offset : undefined;
}

/** The instant (epoch milliseconds) at which a local day begins: its 00:00, or the clock change that leaps over it. */
export function startOfDay(zone: string, day: number): number {
  const offset = steadyOffset(zone, day);
  if (offset !== undefined) return day * DAY - offset;
  return wallTime(day * DAY)
    .toPlainDate()
    .toZonedDateTime(zone).epochMilliseconds;
}

/**
 * The instant of a wall time, given as if it were UTC (epoch milliseconds), as RFC 5545 section 3.3.5 reads it: the
 * first of two, and a time that does not exist counted with the offset before the gap. `exists` tells the latter.
 */
export function instantOf(zone: string, wallAsUtc: number): { instant: number; exists: boolean } {
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
  // 'previous' looks strictly backwards; one nanosecond on, it finds the change that happens at this very instant.
  const from = here.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  if (!from) return { from: Number.NEGATIVE_INFINITY, until, offset, settled: Number.NEGATIVE_INFINITY };
  const before = from.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6;
  return { from: from.epochMilliseconds, until, offset, settled: from.epochMilliseconds + Math.max(before, offset) };
}
