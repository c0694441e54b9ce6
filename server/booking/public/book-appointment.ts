// Holds a slot for a visitor; no mail is sent until they confirm.
import { maxBookedMinutes } from '#server/booking/services/choose-options.ts';
import { loadBookable } from '#server/booking/times/schedule.ts';
import { instantMs } from '#server/booking/times/slots-for-visitors.ts';
import type { Context } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { bookAnyone } from './book-anyone.ts';
import { bookedServices } from './booked-services.ts';
import { holdWithPerson, lengthRefusal, minutesBetween, NotBookable } from './hold-with-person.ts';
import type { BookingRequest, HoldAnswer } from './idempotency-key.ts';
import { alternativeReachMs, refusalAt } from './refuse-time.ts';

/**
 * Holds a slot for a visitor. Exactly the slots of `getSlots` are accepted: the same function decides, called under the
 * calendar's lock; below it, a table constraint rejects overlaps. Without a person, `bookAnyone` chooses one. Throws
 * 404 without a public calendar, 417 with Key `Start` (and the nearest free times) when the time is taken or not
 * bookable, 409 when the idempotency key belongs to another request, 429 beyond the limits of booking-limits.ts.
 */
export async function bookAppointment(context: Context, request: BookingRequest): Promise<HoldAnswer> {
  const time = timeOf(context, request);
  const { locationUrlName, userUrlName } = request;
  if (userUrlName === undefined) return bookAnyone(context, request, time);
  const address = { locationUrlName, userUrlName };
  try {
    return await holdWithPerson(context, request, { address, ...time });
  } catch (error) {
    if (!(error instanceof NotBookable)) throw error;
    const query = { ...address, ...bookedServices(request), minutes: minutesBetween(time.start, time.end) };
    const range = { from: time.start - alternativeReachMs, to: time.start + alternativeReachMs };
    // The events around the nearest free times are loaded only here: most bookings need only those around their own.
    const bookable = await loadBookable(context.database.read, { ...query, ...range, now: context.clock.now() });
    throw bookable ? refusalAt([bookable.availability], time.start, error.reason) : notFound();
  }
}

/** The requested time in epoch milliseconds. Throws 417 for absurd ranges, before any query. */
function timeOf(context: Context, request: BookingRequest): { start: number; end: number } {
  const [start, end] = [instantMs(request.start), instantMs(request.end)];
  if (end <= start) throw invalid('End', 'booking.endBeforeStart');
  if (minutesBetween(start, end) > maxBookedMinutes) throw lengthRefusal(context.config);
  return { start, end };
}
