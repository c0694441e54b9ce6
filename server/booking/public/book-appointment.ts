// Holds a slot for a visitor; no mail is sent until they confirm.
import { createHash, createHmac, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { reasonForVisitors, type VisitorReason } from '#contract/booking/not-free.ts';
import type { ProfileAddress } from '#contract/booking/public.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { type Availability, isBookable, nearestFree, whyNotFree } from '#server/booking/availability/free-slots.ts';
import type { Interval } from '#server/booking/availability/intervals.ts';
import { calendarOf, deleteExpiredHolds, lockCalendarOf, occupiedTime } from '#server/booking/times/lock-calendar.ts';
import { lastChosen, rankCandidates } from '#server/booking/times/rank-candidates.ts';
import { type Bookable, loadBookable, loadBookableWith, loadCandidates } from '#server/booking/times/schedule.ts';
import { instantMs, iso, servicesOf, unionOf } from '#server/booking/times/slots-for-visitors.ts';
import { insertVisit, type NewPart } from '#server/booking/visits/insert-visit.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';
import { assertMayHold, holderHash, openBookings } from './booking-limits.ts';

type BookingRequest = Parsed<typeof publicCalendars.insertEvent>;
type Hold = Output<typeof publicCalendars.insertEvent>;

/** Maximum length of an appointment without a service (minutes). */
const maxMinutesWithoutService = 480;
/** Maximum length of an appointment (minutes): the longest day has 25 hours. */
const maxMinutes = 1500;
/** The number of alternatives offered for a taken time, and how far around it they are searched (ms). */
const alternativeCount = 3;
export const alternativeReachMs = 2 * 86_400_000;

/**
 * Holds a slot for a visitor. Exactly the slots of `getSlots` are accepted: the same function decides, called under the
 * calendar's lock; below it, a table constraint rejects overlaps. Without a person, `bookAnyone` chooses one. Throws
 * 404 without a public calendar, 417 with Key `Start` (and the nearest free times) when the time is taken or not
 * bookable, 409 when the idempotency key belongs to another request, 429 beyond the limits of booking-limits.ts.
 */
export async function bookAppointment(context: Context, request: BookingRequest): Promise<Hold> {
  const time = timeOf(context, request);
  const { locationUrlName, userUrlName } = request;
  if (userUrlName === undefined) return bookAnyone(context, request, time);
  const address = { locationUrlName, userUrlName };
  try {
    return await holdTime(context, request, { address, ...time });
  } catch (error) {
    if (!(error instanceof NotBookable)) throw error;
    const query = { ...address, serviceIds: servicesOf(request), minutes: minutesBetween(time.start, time.end) };
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
  if (minutesBetween(start, end) > maxMinutes) throw lengthRefusal(context.config);
  return { start, end };
}

/**
 * Chooses one of those who are free: each is asked in a transaction of their own, in order of `rankCandidates`, and the
 * first who is still free gets the booking. No lock of one is held while the next is waited for.
 */
async function bookAnyone(
  context: Context,
  request: BookingRequest,
  { start, end }: { start: number; end: number },
): Promise<Hold> {
  const { locationUrlName } = request;
  const query = { locationUrlName, serviceIds: servicesOf(request), minutes: minutesBetween(start, end) };
  const now = context.clock.now();
  const company = sql`(select company_id from locations where lower(url_name) = lower(${locationUrlName}))`;
  const load = (from: number, to: number) =>
    loadCandidates(context.database.read, { ...query, from, to, now }, lastChosen(company));
  // From an hour before: the margins of the query then cover the longest day around the time.
  const people = await load(start - 3_600_000, end);
  if (people.length === 0) throw notFound();
  assertSomeLength(context, people, minutesBetween(start, end));
  const reasons: VisitorReason[] = [];
  for (const { urlName, availability } of rankCandidates(people, start, hashRequest(request))) {
    const length = availability.rules.minutes * 60_000;
    try {
      if (!isBookable(availability, start, start + length)) throw notBookableAt(availability, start);
      const address = { locationUrlName, userUrlName: urlName };
      const attempt = () => holdTime(context, request, { address, start, end: start + length, isAnyone: true });
      // The same request, sent twice at once, may meet another person first: its answer is there by now.
      return await attempt().catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'booking.keyUsed') return attempt();
        throw error;
      });
    } catch (error) {
      // A person who is no longer public is passed over, too.
      if (error instanceof NotBookable) reasons.push(error.reason);
      else if (!(error instanceof Refusal && error.status === 404)) throw error;
    }
  }
  const reason = reasons.includes('taken') ? 'taken' : reasons[0];
  const around = await load(start - alternativeReachMs, start + alternativeReachMs);
  if (!reason || around.length === 0) throw notFound();
  throw refusalAt(
    around.map(({ availability }) => availability),
    start,
    reason,
  );
}

/** Throws 417 when none of the people does the services in so many minutes. */
function assertSomeLength(context: Context, people: readonly Bookable[], minutes: number): void {
  const lengths = people.map(({ availability: { rules } }) => rules.minutes);
  if (!lengths.includes(minutes)) throw invalid('End', 'booking.serviceLength', { minutes: Math.min(...lengths) });
  for (const person of people) if (person.services.length === 0) assertLength(context, person, 0, minutes * 60_000);
}

interface Attempt {
  address: ProfileAddress;
  start: number;
  end: number;
  isAnyone?: boolean;
}

/** Holds the time of one person in one transaction. Throws NotBookable when it is not free. */
function holdTime(context: Context, request: BookingRequest, attempt: Attempt): Promise<Hold> {
  const { address, start, end } = attempt;
  const key = context.header('idempotency-key');
  const query = { ...address, serviceIds: servicesOf(request), minutes: minutesBetween(start, end) };
  return transaction(context, async (tx) => {
    const { db } = tx;
    const now = tx.clock.now();
    // Pipelined: the server executes them in order, so each one sees the state under the lock.
    const [, stored, bookable] = await Promise.all([
      lockCalendarOf(db, address),
      key ? readIdempotencyKey(tx, address, key) : undefined,
      loadBookableWith(db, { ...query, from: start, to: end, now }, openBookings(tx, request.eMail)),
    ]);
    if (key && stored) return repeatAnswer(key, stored, request);
    if (!bookable) throw notFound();
    if (!attempt.isAnyone) assertLength(tx, bookable, start, end);
    if (!isBookable(bookable.availability, start, end)) throw notBookableAt(bookable.availability, start);
    await assertMayHold(tx, bookable.also, bookable.calendarId);
    if (bookable.hasExpiredHolds) {
      await deleteExpiredHolds(db, bookable, occupiedTime(start, end, bookable.availability.rules), now);
    }
    const visitId = randomUUIDv7();
    const token = key ? tokenFor(key, visitId) : newToken();
    const heldUntil = now.add({ minutes: tx.config.holdMinutes });
    const { isAnyone } = attempt;
    const insert = () => insertHold(tx, request, bookable, { visitId, token, heldUntil, start, end, isAnyone });
    // Of a single part, nothing is inserted when its time is taken; of several, some may be, and are rolled back.
    const isLast = !key && bookable.services.length <= 1;
    const isInserted = isLast ? await tx.last(insert) : await insert();
    if (!isInserted) throw new NotBookable('taken');
    const write = offsetWriter(bookable.availability.schedule.timeZone);
    const hold: Hold = {
      id: visitId,
      start: write(start),
      end: write(end),
      type: 'info',
      token,
      heldUntil: heldUntil.toString(),
      userUrlName: bookable.urlName,
      name: bookable.name,
      price: eurosOf(bookable.services.reduce((sum, { price }) => sum + centsOf(price), 0)),
    };
    if (key) await storeIdempotencyKey(tx, bookable.companyId, key, request, hold);
    return hold;
  });
}

function notBookableAt(availability: Availability, start: number): NotBookable {
  return new NotBookable(reasonForVisitors(whyNotFree(availability, start)) ?? 'taken');
}

/** Rolls a booking back. The refusal names the nearest free times, which are read without the calendar's lock. */
class NotBookable extends Error {
  readonly reason: VisitorReason;

  constructor(reason: VisitorReason) {
    super(reason);
    this.reason = reason;
  }
}

function assertLength(
  { config }: Context,
  { services, availability: { rules } }: Bookable,
  start: number,
  end: number,
): void {
  if (services.length && minutesBetween(start, end) !== rules.minutes) {
    throw invalid('End', 'booking.serviceLength', { minutes: rules.minutes });
  }
  if (services.length) return;
  if (rules.minutes % config.eventMinutes !== 0 || rules.minutes > maxMinutesWithoutService)
    throw lengthRefusal(config);
}

function lengthRefusal({ eventMinutes }: Context['config']): Refusal {
  return invalid('End', 'booking.length', { minutes: eventMinutes, longest: maxMinutesWithoutService });
}

/** Refuses a time for the reason that visitors hear, and names the nearest free times of all the people. */
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

async function insertHold(
  context: Context,
  request: BookingRequest,
  bookable: Bookable,
  hold: {
    visitId: string;
    token: string;
    heldUntil: Temporal.Instant;
    start: number;
    end: number;
    isAnyone?: boolean | undefined;
  },
): Promise<boolean> {
  const { companyId, locationId, availability } = bookable;
  const { language } = context.visitor;
  return insertVisit(
    context.db,
    {
      companyId,
      id: hold.visitId,
      locationId,
      contactId: null,
      timeZone: availability.schedule.timeZone,
      name: request.name,
      eMail: request.eMail,
      phoneNumber: request.phoneNumber ?? '',
      language,
      status: 'held',
      source: 'page',
      sendSms: request.sendSms ?? true,
      cancelHours: cancelHoursOf(bookable),
      cameThrough: request.via,
      anyPerson: hold.isAnyone,
      held: { until: hold.heldUntil, tokenHash: hashToken(hold.token), holderHash: holderHash(context) },
    },
    partsOf(context, request, bookable, hold),
    context.clock.now(),
  );
}

/** The longest of the booked services; null without a rule. */
function cancelHoursOf({ services }: Bookable): number | null {
  const hours = services.flatMap(({ cancelHours }) => (cancelHours === null ? [] : [cancelHours]));
  return hours.length > 0 ? Math.max(...hours) : null;
}

/**
 * One part for each service, one after the other; buffers are around all of them. The first event has the visit's id.
 */
function partsOf(
  context: Context,
  request: BookingRequest,
  { calendarId, services, availability: { rules } }: Bookable,
  { visitId, start, end }: { visitId: string; start: number; end: number },
): NewPart[] {
  const fallback = { id: null, name: '', minutes: minutesBetween(start, end), price: 0, vatRate: null };
  const booked = services.length > 0 ? services : [{ ...fallback, pauseStart: null, pauseMinutes: null }];
  let from = start;
  return booked.map((service, position) => {
    const to = from + service.minutes * 60_000;
    const around = {
      bufferBefore: position === 0 ? rules.bufferBefore : 0,
      bufferAfter: position === booked.length - 1 ? rules.bufferAfter : 0,
      pauseStart: service.pauseStart,
      pauseMinutes: service.pauseMinutes,
    };
    const part: NewPart = {
      ...around,
      eventId: position === 0 ? visitId : randomUUIDv7(),
      calendarId,
      userId: null,
      title: request.title || service.name || translate(context.visitor.language, 'booking.appointment'),
      description: position === 0 ? (request.description ?? '') : '',
      start: iso(from),
      end: iso(to),
      type: 'info',
      occupied: occupiedTime(from, to, around),
      serviceId: service.id,
      serviceName: service.name,
      minutes: service.minutes,
      price: service.price,
      vatRate: service.vatRate,
    };
    from = to;
    return part;
  });
}

// Idempotency. Neither the key nor the token is stored: the token is derived from the key, which only its sender has.

interface StoredAnswer {
  bodyHash: Buffer;
  answer: Omit<Hold, 'token'>;
}

async function readIdempotencyKey(
  context: Context,
  address: ProfileAddress,
  key: string,
): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    select k.body_hash, k.answer from idempotency_keys k join (${calendarOf(address)}) calendar using (company_id)
    where k.key = ${hashKey(key)}`.execute(context.db);
  return rows[0];
}

function repeatAnswer(key: string, stored: StoredAnswer, request: BookingRequest): Hold {
  if (!stored.bodyHash.equals(hashRequest(request))) throw new Refusal(409, 'booking.keyUsed');
  return { ...stored.answer, token: tokenFor(key, stored.answer.id) };
}

async function storeIdempotencyKey(
  context: Context,
  companyId: string,
  key: string,
  request: BookingRequest,
  hold: Hold,
) {
  const { token: _token, ...answer } = hold;
  const inserted = await context.db
    .insertInto('idempotencyKeys')
    .values({
      companyId,
      key: hashKey(key),
      bodyHash: hashRequest(request),
      answer: JSON.stringify(answer),
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['companyId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  // A concurrent request used the same key for another calendar of the company.
  if (!inserted) throw new Refusal(409, 'booking.keyUsed');
}

function tokenFor(key: string, visitId: string): string {
  return createHmac('sha256', key).update(visitId).digest('base64url');
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function hashRequest(request: BookingRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(toWire(publicCalendars.insertEvent.input, request)))
    .digest();
}

function minutesBetween(start: number, end: number): number {
  return (end - start) / 60_000;
}
