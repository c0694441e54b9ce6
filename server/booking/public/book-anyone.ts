// Books one of the people of a location who are free, for a visitor who names none.
import { type RawBuilder, sql } from 'kysely';
import type { VisitorReason } from '#contract/booking/not-free.ts';
import { lastChosen, rangeToRank, rankCandidates } from '#server/booking/times/rank-candidates.ts';
import { type Bookable, loadCandidates } from '#server/booking/times/schedule.ts';
import type { Context } from '#server/lib/context.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { bookedServices } from './booked-services.ts';
import { assertLength, holdWithPerson, minutesBetween, NotBookable } from './hold-with-person.ts';
import {
  type BookingRequest,
  companyAt,
  type HoldAnswer,
  hashRequest,
  readIdempotencyKey,
  repeatAnswer,
} from './idempotency-key.ts';
import { alternativeReachMs, reasonToRefuse, refusalAt } from './refuse-time.ts';

/**
 * The calendars and starts that requests of this process are about to hold. Waiting for one of their locks would most
 * probably end in another attempt.
 */
const beingHeld = new Set<string>();

interface Time {
  start: number;
  end: number;
}

/**
 * Holds the time of the first person, in order of `rankCandidates`, who is still free: each is tried in a transaction
 * of their own, so that no lock of one is held while that of the next is waited for. People whose same time another
 * request is about to hold are tried last. Throws as `bookAppointment` does.
 */
export async function bookAnyone(context: Context, request: BookingRequest, time: Time): Promise<HoldAnswer> {
  try {
    return await holdWithAnyone(context, request, time);
  } catch (error) {
    // The person whose time an equal request holds is not free for this one.
    const key = context.header('idempotency-key');
    const stored = error instanceof Refusal && key && (await readIdempotencyKey(context.database.read, request, key));
    if (!key || !stored) throw error;
    return repeatAnswer(key, stored, request);
  }
}

async function holdWithAnyone(context: Context, request: BookingRequest, { start, end }: Time): Promise<HoldAnswer> {
  const { locationUrlName } = request;
  const query = { locationUrlName, ...bookedServices(request), minutes: minutesBetween(start, end) };
  const now = context.clock.now();
  const load = <Also>(range: { from: number; to: number; end?: number }, also: RawBuilder<Also>) =>
    loadCandidates(context.database.read, { ...query, ...range, now }, also);
  const people = await load(rangeToRank(start, end), lastChosen(companyAt(locationUrlName)));
  if (people.length === 0) throw notFound();
  assertSomeLength(context, people, { start, end });
  const reasons: VisitorReason[] = [];
  const ranked = rankCandidates(people, start, hashRequest(request));
  const attemptAt = ({ calendarId }: Bookable) => `${calendarId} ${start}`;
  const { free = [], held = [] } = Object.groupBy(ranked, (person) =>
    beingHeld.has(attemptAt(person)) ? 'held' : 'free',
  );
  for (const person of [...free, ...held]) {
    const { urlName, availability } = person;
    const address = { locationUrlName, userUrlName: urlName };
    const own = { start, end: start + availability.rules.minutes * 60_000 };
    const reason = reasonToRefuse(availability, own.start, own.end);
    if (reason) {
      reasons.push(reason);
      continue;
    }
    beingHeld.add(attemptAt(person));
    try {
      return await holdWithPerson(context, request, { address, ...own, isAnyone: true });
    } catch (error) {
      // A person who is no longer public is passed over, too.
      if (error instanceof NotBookable) reasons.push(error.reason);
      else if (!(error instanceof Refusal && error.status === 404)) throw error;
    } finally {
      beingHeld.delete(attemptAt(person));
    }
  }
  const reason = reasons.includes('taken') ? 'taken' : reasons[0];
  const range = { from: start - alternativeReachMs, to: start + alternativeReachMs };
  const around = await load(range, sql<null>`null`);
  if (!reason || around.length === 0) throw notFound();
  throw refusalAt(
    around.map(({ availability }) => availability),
    start,
    reason,
  );
}

/** Throws 417 when none of the people does the services in the requested length. */
function assertSomeLength(context: Context, people: readonly Bookable[], { start, end }: Time): void {
  const lengths = people.map(({ availability: { rules } }) => rules.minutes);
  const fitting = people[lengths.indexOf(minutesBetween(start, end))];
  if (!fitting) throw invalid('End', 'booking.serviceLength', { minutes: Math.min(...lengths) });
  assertLength(context, fitting, start, end);
}
