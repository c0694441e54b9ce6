// Refuses a time that visitors cannot book, with the nearest times that they can.
import { reasonForVisitors, type VisitorReason } from '#contract/booking/not-free.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { type Availability, isBookable, nearestFree, whyNotFree } from '#server/booking/availability/free-slots.ts';
import type { Interval } from '#server/booking/availability/intervals.ts';
import { unionOf } from '#server/booking/times/slots-for-visitors.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';

/** The number of alternatives offered for a time, and how far around it they are searched (ms). */
const alternativeCount = 3;
export const alternativeReachMs = 2 * 86_400_000;

/** Returns why visitors cannot book a time, as they read it; undefined when they can. */
export function reasonToRefuse(availability: Availability, start: number, end: number): VisitorReason | undefined {
  if (isBookable(availability, start, end)) return undefined;
  return reasonForVisitors(whyNotFree(availability, start)) ?? 'taken';
}

/** Refuses a time for a reason, and names the nearest free times of all the people. */
export function refusalAt(people: readonly Availability[], start: number, reason: VisitorReason): Refusal {
  const write = offsetWriter(people[0]?.schedule.timeZone ?? 'UTC');
  const distance = (slot: Interval) => Math.abs(slot.start - start);
  const nearest = unionOf(people.map((availability) => nearestFree(availability, start, alternativeCount)))
    // Occupied times are loaded only around the requested time.
    .filter((slot) => distance(slot) < alternativeReachMs)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, alternativeCount)
    .sort((one, other) => one.start - other.start)
    .map((slot) => ({ Start: write(slot.start), End: write(slot.end) }));
  const code = reason === 'taken' ? 'booking.taken' : (`booking.notFree.${reason}` satisfies MessageKey);
  return new Refusal(417, code, {
    complaints: [{ key: 'Start', code }],
    details: { Reason: reason, Nearest: nearest },
  });
}
