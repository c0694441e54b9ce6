// Finds the next free times of each of many people.
import { firstFreeSlots, freeSlots } from '#server/booking/availability/free-slots.ts';
import { openIntervals } from '#server/booking/availability/open-intervals.ts';
import { DAY, localDay, startOfDay } from '#server/booking/availability/zone.ts';
import type { AskedTime } from '#server/booking/directory/word-lists.ts';
import { type Bookable, loadBookables } from '#server/booking/times/schedule.ts';
import type { Context } from '#server/lib/context.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';
import { rememberedTimes } from './remembered-times.ts';

interface PersonAtLocation {
  companyId: string;
  userId: string;
  locationId: string;
}

export interface Asker extends PersonAtLocation {
  /** Null without services: the default length. */
  serviceId: string | null;
}

/** The most free times of a person in a list. */
const maxTimes = 3;

/** The key of a person at a place in the results of this file. */
export function keyOf({ companyId, userId, locationId }: PersonAtLocation): string {
  return `${companyId}/${userId}/${locationId}`;
}

/**
 * The next free times of each person at the place for the service, at most three, as ISO 8601 with the offset of the
 * place. A person without a free time within the booking horizon, or without a public calendar, is absent. Times that
 * were found within the last minute are used again, unless the calendar has changed.
 */
export async function nextFreeOf(context: Context, people: readonly Asker[]): Promise<Map<string, string[]>> {
  const now = context.clock.now();
  const from = now.epochMilliseconds;
  const memory = rememberedTimes(context);
  const result = new Map<string, string[]>();
  const isStillNew = memory.watch();
  let remaining = people.filter((person) => {
    const known = memory.find(`${keyOf(person)}/${person.serviceId}`, from);
    if (known && known.length > 0) result.set(keyOf(person), known);
    return known === undefined;
  });
  const found = new Map<Asker, string[]>(remaining.map((person) => [person, []]));
  // Most people are free within days, so the whole horizon is read only for the others.
  for (const days of [4, 31, 732]) {
    if (remaining.length === 0) break;
    const to = from + days * DAY;
    const query = { minutes: context.config.eventMinutes, from, to, now };
    const bookables = await loadBookables(context.db, remaining, query);
    const later: Asker[] = [];
    for (const person of remaining) {
      const bookable = bookables.get(keyOf(person));
      if (!bookable) continue;
      const slots = firstFreeSlots({ ...bookable.availability, from }, maxTimes);
      // Beyond the range that was read, occupied times are unknown.
      const known = slots.filter((slot) => slot.end <= to);
      if (known.length > 0) found.set(person, written(bookable, known));
      else if (slots.length > 0) later.push(person);
    }
    remaining = later;
  }
  for (const [person, times] of found) {
    if (times.length > 0) result.set(keyOf(person), times);
    if (isStillNew(person.companyId))
      memory.store(`${keyOf(person)}/${person.serviceId}`, person.companyId, times, from);
  }
  return result;
}

/**
 * The people who are free on the day, with their first free times of it, at most three; or who are open now, with their
 * next ones.
 */
export async function freeAt(
  context: Context,
  people: readonly Asker[],
  time: AskedTime,
): Promise<Map<string, string[]>> {
  const now = context.clock.now();
  const from = now.epochMilliseconds;
  // Wherever they are, tomorrow ends within three days.
  const range = { from, to: from + 3 * DAY };
  const query = { minutes: context.config.eventMinutes, ...range, now };
  const bookables = await loadBookables(context.db, people, query);
  const result = new Map<string, string[]>();
  for (const [key, bookable] of bookables) {
    const { availability } = bookable;
    const { timeZone } = availability.schedule;
    if (time === 'openNow') {
      const isOpen = openIntervals(availability.schedule, from, from + 1).length > 0;
      if (isOpen) result.set(key, written(bookable, freeSlots({ ...availability, ...range }).slice(0, maxTimes)));
      continue;
    }
    const day = localDay(timeZone, from) + (time === 'today' ? 0 : 1);
    const ofDay = { from: startOfDay(timeZone, day), to: startOfDay(timeZone, day + 1) };
    const slots = freeSlots({ ...availability, ...ofDay });
    if (slots.length > 0) result.set(key, written(bookable, slots.slice(0, maxTimes)));
  }
  return result;
}

function written({ availability }: Bookable, slots: readonly { start: number }[]): string[] {
  const write = offsetWriter(availability.schedule.timeZone);
  return slots.map(({ start }) => write(start));
}
