// A visitor takes a time: it is held for him, nothing is mailed yet.
import { createHash, createHmac, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { publicCalendars } from '#contract/booking/public.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { type Availability, isBookable, nearestFree } from '#server/booking/availability/free-slots.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { say } from '#server/lib/i18n.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { instantMs, iso } from './free-times.ts';
import { calendarOf, deleteExpiredHolds, lockCalendarOf, occupiedRange, type Whose } from './lock-calendar.ts';
import { type Bookable, loadBookable } from './schedule.ts';

type Wish = Parsed<typeof publicCalendars.insertEvent>;
type Hold = Output<typeof publicCalendars.insertEvent>;

/** The longest appointment without a service, in minutes. */
const longestWithoutService = 480;
/** The longest that a service can be, in minutes. */
const longestService = 1440;
/** How many other times are offered to a visitor whose time is gone, and how far around it they are looked for (ms). */
const offered = 3;
const offerReach = 2 * 86_400_000;

/**
 * Holds a time for a visitor. What `getSlots` shows is accepted and nothing else: the same function decides, called behind the
 * calendar's lock; beneath it the table refuses an overlap. 404 without a public calendar, 417 with Key `Start` (and the nearest
 * free times) when the time is taken or cannot be booked, 409 when the idempotency key was used for something else.
 */
export async function bookAppointment(context: Context, wish: Wish): Promise<Hold> {
  const start = instantMs(wish.start);
  const end = instantMs(wish.end);
  if (end <= start) throw invalid('End', 'booking.endBeforeStart');
  // Before anything is read: all events of a century are not looked at for nothing.
  if (minutesBetween(start, end) > longestService) throw lengthRefusal(context);
  const key = context.header('idempotency-key');
  const whose = { locationUrlName: wish.locationUrlName, userUrlName: wish.userUrlName };
  return transaction(context, async (within) => {
    const { db } = within;
    const now = within.clock.now();
    // Sent one behind the other without waiting: the server works them off in order, each seeing what is true behind the lock.
    const [, , known, bookable] = await Promise.all([
      lockCalendarOf(db, whose),
      deleteExpiredHolds(db, whose, occupiedRange(start, end, 1440, 1440), now),
      key ? readIdempotencyKey(within, whose, key) : undefined,
      loadBookable(db, {
        ...whose,
        serviceId: wish.serviceId,
        minutes: minutesBetween(start, end),
        from: start - offerReach,
        to: end + offerReach,
        now,
      }),
    ]);
    if (key && known) return repeated(key, known, wish);
    if (!bookable) throw notFound();
    refuseUnlessBookable(within, wish, bookable, start, end);
    const eventId = randomUUIDv7();
    const token = key ? tokenFor(key, eventId) : newToken();
    const heldUntil = now.add({ minutes: within.config.holdMinutes });
    const taken = await insertHold(within, wish, bookable, { eventId, token, heldUntil, start, end });
    if (!taken) throw takenRefusal(bookable.availability, start);
    const hold: Hold = {
      id: eventId,
      start: iso(start),
      end: iso(end),
      type: 'info',
      token,
      heldUntil: heldUntil.toString(),
    };
    if (key) await keepIdempotencyKey(within, bookable.companyId, key, wish, hold);
    return hold;
  });
}

function refuseUnlessBookable(context: Context, wish: Wish, bookable: Bookable, start: number, end: number): void {
  const { availability } = bookable;
  const { rules } = availability;
  if (wish.serviceId && minutesBetween(start, end) !== rules.minutes) {
    throw invalid('End', 'booking.serviceLength', { minutes: rules.minutes });
  }
  const unit = context.config.eventMinutes;
  if (!wish.serviceId && (rules.minutes % unit !== 0 || rules.minutes > longestWithoutService)) {
    throw lengthRefusal(context);
  }
  if (isBookable(availability, start, end)) return;
  const wouldBeFree = isBookable({ ...availability, occupied: [] }, start, end);
  throw wouldBeFree ? takenRefusal(availability, start) : refusalAt(availability, start, 'booking.notBookable');
}

function lengthRefusal({ config }: Context): Refusal {
  return invalid('End', 'booking.length', { minutes: config.eventMinutes, longest: longestWithoutService });
}

function takenRefusal(availability: Availability, start: number): Refusal {
  return refusalAt(availability, start, 'booking.taken');
}

function refusalAt(availability: Availability, start: number, code: string): Refusal {
  const nearest = nearestFree(availability, start, offered)
    // Occupied time is known only around the wished time.
    .filter((slot) => Math.abs(slot.start - start) < offerReach)
    .map((slot) => ({ Start: iso(slot.start), End: iso(slot.end) }));
  return new Refusal(417, code, { complaints: [{ key: 'Start', code }], details: { Nearest: nearest } });
}

async function insertHold(
  context: Context,
  wish: Wish,
  bookable: Bookable,
  hold: { eventId: string; token: string; heldUntil: Temporal.Instant; start: number; end: number },
): Promise<boolean> {
  const { companyId, calendarId, locationId, service, availability } = bookable;
  const { bufferBefore, bufferAfter } = availability.rules;
  const language = context.visitor.language;
  const title = wish.title || service?.name || say(language, 'booking.appointment');
  // Only the no-overlap constraint may be passed over; a plain insert would deadlock under a stampede.
  const { rows } = await sql<{ id: string }>`
    insert into events (company_id, id, calendar_id, location_id, service_id, title, description, start_at, end_at, time_zone,
      type, status, occupied, held_until, hold_token_hash, send_sms, name, phone_number, e_mail, language)
    values (${companyId}, ${hold.eventId}, ${calendarId}, ${locationId}, ${service?.id ?? null}, ${title},
      ${wish.description ?? ''}, ${iso(hold.start)}, ${iso(hold.end)}, ${availability.schedule.timeZone}, 'info', 'held',
      ${occupiedRange(hold.start, hold.end, bufferBefore, bufferAfter)}, ${hold.heldUntil}, ${hashToken(hold.token)},
      ${wish.sendSms ?? true}, ${wish.name}, ${wish.phoneNumber ?? ''}, ${wish.eMail}, ${language})
    on conflict on constraint events_do_not_overlap do nothing
    returning id`.execute(context.db);
  return rows.length === 1;
}

// Idempotency. Neither the key nor the token is kept: the token follows from the key, which only its sender has.

interface Known {
  bodyHash: Buffer;
  answer: Omit<Hold, 'token'>;
}

async function readIdempotencyKey(context: Context, whose: Whose, key: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select k.body_hash, k.answer from idempotency_keys k join (${calendarOf(whose)}) calendar using (company_id)
    where k.key = ${hashed(key)}`.execute(context.db);
  return rows[0];
}

function repeated(key: string, known: Known, wish: Wish): Hold {
  if (!known.bodyHash.equals(hashOf(wish))) throw new Refusal(409, 'booking.keyUsed');
  return { ...known.answer, token: tokenFor(key, known.answer.id) };
}

async function keepIdempotencyKey(context: Context, companyId: string, key: string, wish: Wish, hold: Hold) {
  const { token: _token, ...answer } = hold;
  const kept = await context.db
    .insertInto('idempotencyKeys')
    .values({
      companyId,
      key: hashed(key),
      bodyHash: hashOf(wish),
      answer: JSON.stringify(answer),
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['companyId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  // The same key was used at the same moment for another calendar of the company.
  if (!kept) throw new Refusal(409, 'booking.keyUsed');
}

function tokenFor(key: string, eventId: string): string {
  return createHmac('sha256', key).update(eventId).digest('base64url');
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function hashOf(wish: Wish): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(toWire(publicCalendars.insertEvent.input, wish)))
    .digest();
}

function minutesBetween(start: number, end: number): number {
  return (end - start) / 60_000;
}
