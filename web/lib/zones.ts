// Wall times and instants in a zone by the server's rules, where those of the browser differ.
import type { ZoneRules } from '#contract/lib/zone-rules.ts';

interface Rules {
  /** Epoch milliseconds, in order. */
  starts: number[];
  offsets: string[];
}

/** Only of zones that the browser has other rules of. */
const differing = new Map<string, Rules>();

/** Takes the rules in an answer. */
export function learnZones(zones: readonly ZoneRules[]): void {
  for (const { timeZone, starts, offsets } of zones) {
    const rules = { starts: starts.map((start) => Temporal.Instant.from(start).epochMilliseconds), offsets };
    if (firstDifference(timeZone, rules) === undefined) differing.delete(timeZone);
    else differing.set(timeZone, rules);
  }
}

/** The first instant (epoch milliseconds) at which the browser has another offset; undefined when it agrees. */
export function firstDifference(timeZone: string, { starts, offsets }: Rules): number | undefined {
  const points = starts.flatMap((start, index) => [start, ...(index > 0 ? [start - 1] : [])]).toSorted((a, b) => a - b);
  return points.find((at) => offsetBy({ starts, offsets }, at) !== browserOffset(timeZone, at));
}

function browserOffset(timeZone: string, at: number): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offset;
  } catch {
    // The browser does not know the zone.
    return undefined;
  }
}

/** Undefined before the first rule. */
function offsetBy({ starts, offsets }: Rules, at: number): string | undefined {
  return offsets[starts.findLastIndex((start) => start <= at)];
}

/** The zone itself, or its offset at that instant where the browser's rules differ. */
function readableZone(at: Temporal.Instant, zone: string): string {
  const rules = differing.get(zone);
  return (rules && offsetBy(rules, at.epochMilliseconds)) ?? zone;
}

/** For reading a clock: counting on from it may miss a change of the clock. */
export function zonedAt(at: Temporal.Instant, zone: string): Temporal.ZonedDateTime {
  return at.toZonedDateTimeISO(readableZone(at, zone));
}

/** The instant of a wall time; of one that occurs twice the first, of one that does not occur the one after the gap. */
export function instantOfWall(wall: Temporal.PlainDateTime, zone: string): Temporal.Instant {
  const rules = differing.get(zone);
  if (!rules) return wall.toZonedDateTime(zone).toInstant();
  const utc = wall.toZonedDateTime('UTC').toInstant();
  const around = [-24, 24].map((hours) => readableZone(utc.add({ hours }), zone));
  const candidates = around.map((offset) => wall.toZonedDateTime(offset).toInstant());
  return (candidates.find((at) => zonedAt(at, zone).toPlainDateTime().equals(wall)) ??
    candidates[0]) as Temporal.Instant;
}

/** The first instant of a date. */
export function dayStart(date: Temporal.PlainDate, zone: string): Temporal.Instant {
  return differing.has(zone) ? instantOfWall(date.toPlainDateTime(), zone) : date.toZonedDateTime(zone).toInstant();
}
