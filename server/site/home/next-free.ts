// Finds the next free time of each of many people.
import { firstFreeSlot } from '#server/booking/availability/free-slots.ts';
import { loadBookables } from '#server/booking/times/schedule.ts';
import type { Context } from '#server/lib/context.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';

interface PersonAtLocation {
  companyId: string;
  userId: string;
  locationId: string;
}

const day = 24 * 60 * 60_000;

/** The key of a person at a place in the result of `nextFreeOf`. */
export function keyOf({ companyId, userId, locationId }: PersonAtLocation): string {
  return `${companyId}/${userId}/${locationId}`;
}

/**
 * The next free time of each person at the place, as ISO 8601 with the offset of the place: for the service that the
 * words of the search name, else the shortest (without services: the default length). A person without a free time
 * within the booking horizon, or without a public calendar, is absent. Most people are free within two weeks, so the
 * whole horizon is read only for the others.
 */
export async function nextFreeOf(
  context: Context,
  people: readonly PersonAtLocation[],
  words: readonly string[],
): Promise<Map<string, string>> {
  const now = context.clock.now();
  const from = now.epochMilliseconds;
  const result = new Map<string, string>();
  let remaining = [...people];
  for (const days of [14, 732]) {
    const to = from + days * day;
    const query = { minutes: context.config.eventMinutes, from, to, now };
    const bookables = await loadBookables(context.db, remaining, query, words);
    const later: PersonAtLocation[] = [];
    for (const person of remaining) {
      const bookable = bookables.get(keyOf(person));
      const slot = bookable && firstFreeSlot(bookable.availability);
      // Beyond the range that was read, occupied times are unknown.
      if (slot && slot.end <= to)
        result.set(keyOf(person), offsetWriter(bookable.availability.schedule.timeZone)(slot.start));
      else if (slot) later.push(person);
    }
    remaining = later;
    if (remaining.length === 0) break;
  }
  return result;
}
