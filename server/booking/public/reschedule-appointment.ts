// Lets customers move their appointments by the link of a mail.
import { sql } from 'kysely';
import type { Appointment } from '#contract/booking/public.ts';
import { remindOfAppointment } from '#server/booking/notifications/remind-of-appointment.ts';
import { deleteExpiredHolds, occupiedTime } from '#server/booking/times/lock-calendar.ts';
import type { Bookable } from '#server/booking/times/schedule.ts';
import { instantMs, rangeOf, slotsAnswer } from '#server/booking/times/slots-for-visitors.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import { findVisit, type StoredVisit } from '#server/booking/visits/find-visit.ts';
import { notifyCustomer } from '#server/booking/visits/notify-customer.ts';
import { overlapsWithin } from '#server/booking/visits/overlaps-within.ts';
import type { Context } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { countInTransaction } from '#server/lib/http/throttle.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { isMovable, toAppointment, visitOf, withAppointment } from './appointment-link.ts';
import { bookableAround } from './bookable-around.ts';
import { alternativeReachMs, reasonToRefuse, refusalAt } from './refuse-time.ts';
import { type FoundAppointment, findAppointment } from './store.ts';

/** Throws 404 for an unknown link, 409 when the appointment can no longer be moved. */
export async function getNewTimes(
  context: Context,
  input: { actionHash: string; start: string; end: string },
): Promise<JsonText> {
  const range = rangeOf(input.start, input.end);
  const found = await findAppointment(context.db, input.actionHash);
  if (!found) throw notFound();
  assertMovable(context, found);
  const visit = await findVisit(context.db, visitOf(found));
  if (!visit) throw notFound();
  return slotsAnswer(context, [await bookableFor(context, found, visit, range)], range);
}

/** How often a customer may move one appointment in a day: each move is a mail, and an entry in the bell. */
const maxMovesADay = 10;

/**
 * Moves all parts by the same time, in one update; the mail says the old and the new time. Throws 404 for an unknown
 * link, 409 when the appointment can no longer be moved, 417 with Key `Start` when the time is not free, 429 after ten
 * moves in a day.
 */
export async function rescheduleAppointment(
  context: Context,
  input: { actionHash: string; start: string },
): Promise<Appointment> {
  const start = instantMs(input.start);
  return withAppointment(context, input.actionHash, async (tx, found) => {
    assertMovable(tx, found);
    const visit = await findVisit(tx.db, visitOf(found));
    if (!visit) throw notFound();
    const shift = start - visit.startAt.epochMilliseconds;
    if (shift === 0) return toAppointment(tx, found);
    const end = visit.endAt.epochMilliseconds + shift;
    const range = { from: start - alternativeReachMs, to: start + alternativeReachMs };
    const bookable = await bookableFor(tx, found, visit, range);
    const reason = reasonToRefuse(bookable.availability, start, end);
    if (reason) throw refusalAt([bookable.availability], start, reason);
    const refusal = await countInTransaction(tx, {
      action: 'move of an appointment',
      subject: visit.id,
      max: maxMovesADay,
      minutes: 24 * 60,
      code: 'booking.tooManyToday',
    });
    if (refusal) throw refusal;
    if (bookable.hasExpiredHolds) {
      const time = occupiedTime(start, end, bookable.availability.rules);
      await deleteExpiredHolds(tx.db, bookable, time, tx.clock.now());
    }
    await moveVisit(tx, visit, shift);
    await notifyCustomer(tx, visit);
    await remindOfAppointment(tx, 'moved', visit);
    const moved = await findAppointment(tx.db, input.actionHash);
    return toAppointment(tx, moved ?? found);
  });
}

function assertMovable(context: Context, found: FoundAppointment): void {
  if (!isMovable(context, found)) throw new Refusal(409, 'booking.notMovable');
}

/** As `bookableAround`, for the person and the location of a link. */
async function bookableFor(
  context: Context,
  { location, userUrlName }: FoundAppointment,
  visit: StoredVisit,
  range: { from: number; to: number },
): Promise<Bookable> {
  if (!location) throw notFound();
  const bookable = await bookableAround(context, { locationUrlName: location.urlName, userUrlName }, visit, range);
  if (!bookable) throw new Refusal(409, 'booking.notMovable');
  return bookable;
}

async function moveVisit(tx: Context, visit: StoredVisit, shiftMs: number): Promise<void> {
  const by = sql`make_interval(secs => ${shiftMs / 1000}::float8)`;
  const now = tx.clock.now();
  const parts = sql`p.company_id = ${visit.companyId} and p.visit_id = ${visit.id} and e.company_id = p.company_id and e.id = p.event_id`;
  // A part may take the time that another one leaves, and the constraint looks at each row by itself.
  await sql`update events e set blocks = false from visit_parts p where ${parts}`.execute(tx.db);
  const lanes = lanesOf(await overlapsWithin(tx.db, visit), visit);
  await sql`
    update events e set blocks = true, start_at = e.start_at + ${by}, end_at = e.end_at + ${by}, lane = l.lane,
      overlap_accepted_by = case when l.lane > 0 then e.overlap_accepted_by end,
      occupied = (select range_agg(tstzrange(lower(o) + ${by}, upper(o) + ${by})) from unnest(e.occupied) o), updated_at = ${now}
    from visit_parts p, unnest(${[...lanes.keys()]}::uuid[], ${[...lanes.values()]}::integer[]) l (event_id, lane)
    where ${parts} and l.event_id = e.id`.execute(tx.db);
  await sql`
    update visits v set start_at = v.start_at + ${by}, end_at = v.end_at + ${by}, sequence = v.sequence + 1,
      day = wall_time(v.start_at + ${by}, v.time_zone)::date, updated_at = ${now}
    where v.company_id = ${visit.companyId} and v.id = ${visit.id}`.execute(tx.db);
  await sql`update action_links a set expires_at = v.start_at from visits v
    where v.company_id = ${visit.companyId} and v.id = ${visit.id} and a.company_id = v.company_id and a.visit_id = v.id`.execute(
    tx.db,
  );
  await countVisits(tx, visit.companyId, [visit.contactId]);
}

/** On lane 0 again, because the new time is free; parts that staff let overlap stay on lanes of their own. */
function lanesOf(overlaps: ReadonlySet<string>, { parts }: StoredVisit): Map<string, number> {
  const lanes = new Map<string, number>();
  // The lowest first: none gets a higher lane than it had.
  for (const { eventId } of parts.toSorted((one, other) => one.lane - other.lane)) {
    const taken = new Set([...lanes].filter(([other]) => overlaps.has(`${eventId} ${other}`)).map(([, lane]) => lane));
    let lane = 0;
    while (taken.has(lane)) lane++;
    lanes.set(eventId, lane);
  }
  return lanes;
}
