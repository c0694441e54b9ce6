// Holds the time of one person for a visitor, in one transaction.
import { randomUUIDv7 } from 'node:crypto';
import type { VisitorReason } from '#contract/booking/not-free.ts';
import type { ProfileAddress } from '#contract/booking/public.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { deleteExpiredHolds, lockCalendarOf, occupiedTime } from '#server/booking/times/lock-calendar.ts';
import { type Bookable, loadBookableWith } from '#server/booking/times/schedule.ts';
import { iso } from '#server/booking/times/slots-for-visitors.ts';
import { insertVisit, type NewPart } from '#server/booking/visits/insert-visit.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';
import { bookedServices } from './booked-services.ts';
import { assertMayHold, holderHash, openBookings } from './booking-limits.ts';
import {
  type BookingRequest,
  type HoldAnswer,
  readIdempotencyKey,
  repeatAnswer,
  storeIdempotencyKey,
  tokenFor,
} from './idempotency-key.ts';
import { reasonToRefuse } from './refuse-time.ts';

/** Maximum length of an appointment without a service (minutes). */
const maxMinutesWithoutService = 480;

interface Attempt {
  address: ProfileAddress;
  start: number;
  end: number;
  isAnyone?: boolean;
}

/** Holds the time of one person in one transaction. Throws NotBookable when it is not free. */
export function holdWithPerson(context: Context, request: BookingRequest, attempt: Attempt): Promise<HoldAnswer> {
  const { address, start, end } = attempt;
  const key = context.header('idempotency-key');
  const query = { ...address, ...bookedServices(request), minutes: minutesBetween(start, end) };
  return transaction(context, async (tx) => {
    const { db } = tx;
    const now = tx.clock.now();
    // Pipelined: the server executes them in order, so each one sees the state under the lock.
    const [, stored, bookable] = await Promise.all([
      lockCalendarOf(db, address),
      key ? readIdempotencyKey(db, address, key) : undefined,
      loadBookableWith(db, { ...query, from: start, to: start, end, now }, openBookings(tx, request.eMail)),
    ]);
    if (key && stored) return repeatAnswer(key, stored, request);
    if (!bookable) throw notFound();
    if (!attempt.isAnyone) assertLength(tx, bookable, start, end);
    const reason = reasonToRefuse(bookable.availability, start, end);
    if (reason) throw new NotBookable(reason);
    const price = priceOf(bookable);
    assertExpectedPrice(price, request.expectedPrice);
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
    const hold: HoldAnswer = {
      id: visitId,
      start: write(start),
      end: write(end),
      type: 'info',
      token,
      heldUntil: heldUntil.toString(),
      userUrlName: bookable.urlName,
      name: bookable.name,
      price,
    };
    if (key) await storeIdempotencyKey(tx, bookable.companyId, key, request, hold);
    return hold;
  });
}

function priceOf({ services }: Bookable): number {
  return eurosOf(services.reduce((sum, { price }) => sum + centsOf(price), 0));
}

/** Throws 409 with the present price when the visitor was shown another one. */
function assertExpectedPrice(price: number, expected: number | undefined): void {
  if (expected === undefined || centsOf(expected) === centsOf(price)) return;
  throw new Refusal(409, 'booking.priceChanged', { details: { Price: price } });
}

/** Rolls a booking back. The refusal names the nearest free times, which are read without the calendar's lock. */
export class NotBookable extends Error {
  readonly reason: VisitorReason;

  constructor(reason: VisitorReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Throws 417 when the person does the services in another length, or an appointment without one is too long. */
export function assertLength(
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

export function lengthRefusal({ eventMinutes }: Context['config']): Refusal {
  return invalid('End', 'booking.length', { minutes: eventMinutes, longest: maxMinutesWithoutService });
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
  const fallback = { id: null, name: '', minutes: minutesBetween(start, end), price: 0, vatRate: null, options: [] };
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
      options: service.options,
    };
    from = to;
    return part;
  });
}

export function minutesBetween(start: number, end: number): number {
  return (end - start) / 60_000;
}
