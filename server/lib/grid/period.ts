// Resolves the period of a log list from the call's dates to instants.
import { isDay } from '#contract/lib/fields.ts';
import type { AnyList, PageInput } from '#contract/lib/resource.ts';
import { callerZone } from '#server/lib/caller-zone.ts';
import type { SignedIn } from '#server/lib/context.ts';

type DateRange = Pick<PageInput, 'startDate' | 'endDate'>;
/** The first and the last instant of the period, both inclusive. */
export type InstantRange = [from: Temporal.Instant, to: Temporal.Instant];

/**
 * Returns the requested period with its ends in order. Without a start, it starts `back` before its end. A date means
 * the whole day, in the time zone of the caller's location; in the system area, in UTC.
 */
export async function periodOf(
  context: SignedIn,
  list: AnyList,
  back: { days?: number; months?: number },
  { startDate, endDate }: DateRange,
): Promise<[from: Temporal.Instant, to: Temporal.Instant | undefined]> {
  const hasDay = [startDate, endDate].some((text) => text !== undefined && isDay(text));
  const zone = hasDay ? await listZone(context, list) : 'UTC';
  const [start, end] = [startDate, endDate].map((text) => (text === undefined ? undefined : spanOf(text, zone)));
  if (start && end) {
    const [first, last] = Temporal.Instant.compare(start[0], end[0]) > 0 ? [end, start] : [start, end];
    return [first[0], last[1]];
  }
  if (start) return [start[0], undefined];
  const last = end ? end[1] : context.clock.now();
  return [last.toZonedDateTimeISO('UTC').subtract(back).toInstant(), end?.[1]];
}

/** The time zone of the caller's location, otherwise of the company's oldest location; UTC in the system area. */
export async function listZone(context: SignedIn, { area }: AnyList): Promise<string> {
  return area === 'system' ? 'UTC' : callerZone(context);
}

/** The start and end of a day, in microseconds as PostgreSQL stores them; an instant is its own start and end. */
export function spanOf(text: string, timeZone: string): InstantRange {
  if (!isDay(text)) return [Temporal.Instant.from(text), Temporal.Instant.from(text)];
  const day = Temporal.PlainDate.from(text);
  const next = day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  return [day.toZonedDateTime(timeZone).toInstant(), next.subtract({ microseconds: 1 })];
}
