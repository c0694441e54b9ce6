// The free times that visitors see.

import { sql } from 'kysely';
import { maxRangeDays, type OpenAddress, slot as slotSchema } from '#contract/booking/public.ts';
import { wireName } from '#contract/lib/wire.ts';
import { closedDates, firstFreeSlot, freeSlots } from '#server/booking/availability/free-slots.ts';
import type { Interval } from '#server/booking/availability/intervals.ts';
import type { OptionChoice } from '#server/booking/services/choose-options.ts';
import type { Context } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';
import { type Bookable, loadBookable, loadCandidates } from './schedule.ts';

const day = 86_400_000;
/** A range of local days can exceed that many times 24 hours when the clock changes (ms). */
const slack = 2 * 3_600_000;

interface SlotQuery extends OpenAddress {
  serviceId?: string | undefined;
  serviceIds?: string[] | undefined;
  optionIds?: string[] | undefined;
}

/** The services that an input asks for, in order: the one, then the others unless they contain it. */
export function servicesOf({ serviceId, serviceIds }: Pick<SlotQuery, 'serviceId' | 'serviceIds'>): string[] {
  const ids = (serviceIds ?? []).map((id) => id.toLowerCase());
  const one = serviceId?.toLowerCase();
  return one === undefined || ids.includes(one) ? ids : [one, ...ids];
}

/** The options of an input that does not say which service has which. */
export function choiceIn(optionIds: readonly string[] = []): OptionChoice {
  return { chosen: optionIds.map((optionId) => ({ optionId: optionId.toLowerCase() })), key: 'OptionIds' };
}

/** The range between two instants in epoch milliseconds, swapped when reversed. Throws 417 when it is too long. */
export function rangeOf(start: string, end: string, maxDays: number = maxRangeDays): { from: number; to: number } {
  const [a, b] = [instantMs(start), instantMs(end)];
  const [from, to] = a <= b ? [a, b] : [b, a];
  if (to - from > maxDays * day + slack) throw invalid('End', 'booking.longRange', { days: maxDays });
  return { from, to };
}

/** Converts an ISO 8601 instant to epoch milliseconds. */
export function instantMs(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}

/**
 * Returns the free times that start in a range of at most 62 days. Throws 404 without a public calendar, 417 for a
 * longer range.
 */
export async function getSlots(context: Context, input: SlotQuery & { start: string; end: string }): Promise<JsonText> {
  const range = rangeOf(input.start, input.end);
  return slotsAnswer(context, await bookablesOf(context, input, range), range);
}

/**
 * The free times that start in a range, as GetSlots answers them. Of several people of one location: those of each, on
 * their own steps. At one start it is the shortest of them, and a date is closed when it is for all.
 */
export function slotsAnswer(
  context: Pick<Context, 'clock'>,
  people: readonly Bookable[],
  range: { from: number; to: number },
): JsonText {
  const [first] = people;
  if (!first) throw notFound();
  const { timeZone } = first.availability.schedule;
  const slots = unionOf(people.map(({ availability }) => freeSlots({ ...availability, ...range })));
  const rulesOf = people.map(({ availability: { rules } }) => rules);
  const minutes = Math.min(...rulesOf.map((rules) => rules.minutes));
  const today = context.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const lastDay = today.add({ days: Math.max(...rulesOf.map(({ horizonDays }) => horizonDays)) });
  const closed = people
    .map(({ availability }) => new Set(closedDates(availability, range)))
    .reduce((all, one) => all.intersection(one));
  return new JsonText(
    `{"TimeZone":${JSON.stringify(timeZone)},"Minutes":${minutes},"LastDay":"${lastDay}","Closed":${JSON.stringify([...closed])},"Slots":${slotsAsJson(slots, timeZone)}}`,
  );
}

/** One slot for each start, the shortest, in order. */
export function unionOf(lists: readonly Interval[][]): Interval[] {
  const [only, ...others] = lists;
  if (others.length === 0) return only ?? [];
  const ends = new Map<number, number>();
  for (const slots of lists) {
    for (const { start, end } of slots) {
      const known = ends.get(start);
      if (known === undefined || end < known) ends.set(start, end);
    }
  }
  return [...ends].map(([start, end]) => ({ start, end })).sort((one, other) => one.start - other.start);
}

/** Returns the next free time within the booking horizon, or undefined. */
export async function getFirstFree(context: Context, input: SlotQuery) {
  const from = context.clock.now().epochMilliseconds;
  // Most people have a free time soon: search a month before the whole horizon.
  for (const days of [31, 732]) {
    const to = from + days * day;
    const people = await bookablesOf(context, input, { from, to });
    const found = unionOf(people.map(({ availability }) => firstOf(availability, to)))[0];
    const [first] = people;
    if (found && first) {
      const { schedule } = first.availability;
      const write = offsetWriter(schedule.timeZone);
      const minutes = Math.round((found.end - found.start) / 60_000);
      return { start: write(found.start), end: write(found.end), timeZone: schedule.timeZone, minutes };
    }
    if (people.every(({ availability: { rules } }) => rules.horizonDays <= days)) return undefined;
  }
  return undefined;
}

function firstOf(availability: Bookable['availability'], to: number): Interval[] {
  const found = firstFreeSlot(availability);
  return found && found.end < to ? [found] : [];
}

/** The person, or all who may be chosen. Throws 404 without any. */
async function bookablesOf(
  context: Context,
  { locationUrlName, userUrlName, ...services }: SlotQuery,
  range: { from: number; to: number },
): Promise<Bookable[]> {
  const query = {
    ...{ locationUrlName, serviceIds: servicesOf(services), minutes: context.config.eventMinutes },
    ...{ ...range, now: context.clock.now(), choice: choiceIn(services.optionIds) },
  };
  if (userUrlName === undefined) {
    const people = await loadCandidates(context.db, query, sql<null>`null`);
    if (people.length === 0) throw notFound();
    return people;
  }
  const bookable = await loadBookable(context.db, { ...query, userUrlName });
  if (!bookable) throw notFound();
  return [bookable];
}

/** Converts epoch milliseconds to ISO 8601 in UTC. */
export function iso(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString();
}

const startName = JSON.stringify(wireName('start', slotSchema.shape.start));
const endName = JSON.stringify(wireName('end', slotSchema.shape.end));
/** Written as text at once: a month has a thousand slots. */
export function slotsAsJson(slots: readonly Interval[], timeZone: string): string {
  const write = offsetWriter(timeZone);
  const items = slots.map(({ start, end }) => `{${startName}:"${write(start)}",${endName}:"${write(end)}"}`);
  return `[${items.join(',')}]`;
}
