// The free times that visitors see.

import { maxRangeDays, slot as slotSchema } from '#contract/booking/public.ts';
import { wireName } from '#contract/lib/wire.ts';
import { closedDates, firstFreeSlot, freeSlots } from '#server/booking/availability/free-slots.ts';
import type { Interval } from '#server/booking/availability/intervals.ts';
import type { Context } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';
import { type Bookable, loadBookable } from './schedule.ts';

const day = 86_400_000;
/** A range of local days can exceed that many times 24 hours when the clock changes (ms). */
const slack = 2 * 3_600_000;

interface ProfileAddress {
  locationUrlName: string;
  userUrlName: string;
  serviceId?: string | undefined;
  serviceIds?: string[] | undefined;
}

/** The services that an input asks for, in order: the one, then the others unless they contain it. */
export function servicesOf({ serviceId, serviceIds }: Pick<ProfileAddress, 'serviceId' | 'serviceIds'>): string[] {
  const ids = (serviceIds ?? []).map((id) => id.toLowerCase());
  const one = serviceId?.toLowerCase();
  return one === undefined || ids.includes(one) ? ids : [one, ...ids];
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
export async function getSlots(
  context: Context,
  input: ProfileAddress & { start: string; end: string },
): Promise<JsonText> {
  const range = rangeOf(input.start, input.end);
  return slotsAnswer(context, await bookableOf(context, input, range), range);
}

/** The free times of a calendar that start in a range, as GetSlots answers them. */
export function slotsAnswer(context: Context, bookable: Bookable, range: { from: number; to: number }): JsonText {
  const { schedule, rules } = bookable.availability;
  const slots = freeSlots({ ...bookable.availability, ...range });
  const today = context.clock.now().toZonedDateTimeISO(schedule.timeZone).toPlainDate();
  const lastDay = today.add({ days: rules.horizonDays });
  const closed = closedDates(bookable.availability, range);
  return new JsonText(
    `{"TimeZone":${JSON.stringify(schedule.timeZone)},"Minutes":${rules.minutes},"LastDay":"${lastDay}","Closed":${JSON.stringify(closed)},"Slots":${slotsAsJson(slots, schedule.timeZone)}}`,
  );
}

/** Returns the next free time within the booking horizon, or undefined. */
export async function getFirstFree(context: Context, input: ProfileAddress) {
  const from = context.clock.now().epochMilliseconds;
  // Most people have a free time soon: search a month before the whole horizon.
  for (const days of [31, 732]) {
    const bookable = await bookableOf(context, input, { from, to: from + days * day });
    const { schedule, rules } = bookable.availability;
    const found = firstFreeSlot(bookable.availability);
    if (found && found.end < from + days * day) {
      const write = offsetWriter(schedule.timeZone);
      return { start: write(found.start), end: write(found.end), timeZone: schedule.timeZone, minutes: rules.minutes };
    }
    if (rules.horizonDays <= days) return undefined;
  }
  return undefined;
}

async function bookableOf(context: Context, address: ProfileAddress, range: { from: number; to: number }) {
  const bookable = await loadBookable(context.db, {
    locationUrlName: address.locationUrlName,
    userUrlName: address.userUrlName,
    serviceIds: servicesOf(address),
    minutes: context.config.eventMinutes,
    ...range,
    now: context.clock.now(),
  });
  if (!bookable) throw notFound();
  return bookable;
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
