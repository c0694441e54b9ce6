// The next free time of each of many people.
import { firstFreeSlot } from '#server/booking/availability/free-slots.ts';
import { loadBookables } from '#server/booking/public/schedule.ts';
import type { Context } from '#server/lib/context.ts';

interface PersonAtLocation {
  companyId: string;
  userId: string;
  locationId: string;
}

const day = 24 * 60 * 60_000;

/** The key under which a person at a place is found in the answer of `nextFreeOf`. */
export function keyOf({ companyId, userId, locationId }: PersonAtLocation): string {
  return `${companyId}/${userId}/${locationId}`;
}

/**
 * When each person is free next at the place, for his shortest service (without services: the usual length), as ISO 8601.
 * Who has no free time within his booking horizon, or no public calendar, is not in it. Most people are free within two
 * weeks, so only for the others is the whole horizon read.
 */
export async function nextFreeOf(context: Context, people: readonly PersonAtLocation[]): Promise<Map<string, string>> {
  const now = context.clock.now();
  const from = now.epochMilliseconds;
  const result = new Map<string, string>();
  let remaining = [...people];
  for (const days of [14, 732]) {
    const to = from + days * day;
    const query = { minutes: context.config.eventMinutes, from, to, now };
    const bookables = await loadBookables(context.db, remaining, query);
    const later: PersonAtLocation[] = [];
    for (const person of remaining) {
      const bookable = bookables.get(keyOf(person));
      const slot = bookable && firstFreeSlot(bookable.availability);
      // Beyond what was read nothing is known to be occupied.
      if (slot && slot.end <= to)
        result.set(keyOf(person), Temporal.Instant.fromEpochMilliseconds(slot.start).toString());
      else if (slot) later.push(person);
    }
    remaining = later;
    if (remaining.length === 0) break;
  }
  return result;
}
