// Gives visits another state: the one verb for staff, customers and jobs.
import { sql } from 'kysely';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { blockingStatuses, deskStatuses, endedStatuses, type VisitStatus } from '#contract/booking/visit-states.ts';
import type { visits } from '#contract/booking/visits.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { printSlipByItself } from '#server/booking/slips/print-by-itself.ts';
import { findTaken, freeLane } from '#server/booking/times/find-taken.ts';
import { deleteExpiredHolds, lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { listOverlapping } from '#server/booking/times/overlapping.ts';
import type { Db } from '#server/db/pool.ts';
import { audit } from '#server/lib/audit.ts';
import type { ServiceContext, SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { countVisits } from './count-visits.ts';
import { figuresFromVisits } from './event-figures.ts';
import { assertEditable, findReachableVisit, lockVisit, type StoredVisit } from './find-visit.ts';
import { joinContact } from './join-contact.ts';
import { isLateToCancel } from './late-cancellation.ts';
import { movesOf } from './moves-of.ts';
import { notifyCustomer } from './notify-customer.ts';
import { overlapsWithin } from './overlaps-within.ts';
import { assertUnchanged, readVisit } from './read-visit.ts';

export interface StatusChange {
  status: VisitStatus;
  by: 'customer' | 'staff' | 'system';
  /** In words, for the customer. */
  reason?: string;
}

/**
 * Throws 404 for unknown and foreign visits, 403 for one with another person's read-only part, and for a change that is
 * not of the desk when parts are in calendars that the caller may not use; 409 for a state that does not follow the
 * present one, and with the present visit as `Row` when it was saved since the given version; 417 with `Overlaps` when
 * a freed time has been taken and `acceptOverlap` is not set. A hold that staff cancel is deleted, and no one is told.
 */
export async function changeStatus(context: SignedIn, input: Parsed<typeof visits.changeStatus>): Promise<Visit> {
  const { db, user } = context;
  const found = await findReachableVisit(db, user, input.id);
  if (!found) throw notFound();
  await lockCalendarsOf(db, found.visit);
  await lockVisit(db, found.visit);
  const { visit, isWhole } = (await findReachableVisit(db, user, input.id)) ?? {};
  if (!visit) throw notFound();
  if (input.version !== undefined) assertUnchanged(await readVisit(context, input.id, { partly: true }), input.version);
  if (visit.status !== input.status) {
    assertEditable(visit, user);
    if (!isWhole && !isOfDesk(visit.status, input.status)) throw new Refusal(403, 'visits.otherPeople');
    if (!movesOf(visit, context.clock.now()).includes(input.status)) throw new Refusal(409, 'visits.noSuchMove');
    if (visit.status === 'held' && input.status === 'cancelled') return deleteHold(context, visit);
    if (!blocksTime(visit.status) && blocksTime(input.status))
      await takeTimeAgain(context, visit, input.acceptOverlap && isWhole === true);
    // A later state has none only if the customer was erased.
    const contactId = visit.status === 'held' ? await joinContact(context, visit) : visit.contactId;
    await setStatus(context, { ...visit, contactId }, { status: input.status, by: 'staff', reason: input.reason });
    // Customers are not notified of events at the desk.
    if (isAppointment(visit.status) !== isAppointment(input.status) || endedStatuses.includes(input.status)) {
      const { notify, isUndo } = input;
      await notifyCustomer(context, visit, { notify, isUndo, by: user.id, statusBefore: visit.status });
    }
    await audit(context, `Visit of ${visit.name || visit.eMail || 'a customer'}: ${visit.status} to ${input.status}`);
  }
  return readVisit(context, input.id, { partly: true });
}

/** The states in which a person who does one part of a visit notes how it goes. */
function isOfDesk(...states: readonly VisitStatus[]): boolean {
  return states.every((status) => deskStatuses.includes(status));
}

/**
 * The visitor has agreed to nothing, neither to mail nor to a record. Returns the hold as it was, with its new state.
 */
export async function deleteHold(context: SignedIn, visit: StoredVisit): Promise<Visit> {
  const hold = await readVisit(context, visit.id);
  await context.db.deleteFrom('visits').where('companyId', '=', visit.companyId).where('id', '=', visit.id).execute();
  await audit(context, `Hold of ${visit.name || visit.eMail || 'a visitor'}: deleted`);
  return { ...hold, status: 'cancelled', endedBy: 'staff', moves: [] };
}

/** The customer is expected, or has come; not: they asked, or it ended. */
function isAppointment(status: VisitStatus): boolean {
  return status !== 'held' && status !== 'requested' && !endedStatuses.includes(status);
}

export function blocksTime(status: VisitStatus): boolean {
  return blockingStatuses.includes(status);
}

/** Locks the calendars of a visit's parts, in the order of their ids. */
export async function lockCalendarsOf(
  db: Db,
  { parts }: { parts: readonly { calendarId: string }[] },
  others: readonly string[] = [],
): Promise<void> {
  const ids = new Set([...parts.map(({ calendarId }) => calendarId), ...others]);
  for (const id of [...ids].sort()) await lockCalendar(db, id);
}

/**
 * Gives a visit another state, with its events and the figures of its customer. The caller holds the locks of its
 * calendars, has checked the move, and tells the customer.
 */
export async function setStatus(context: ServiceContext, visit: StoredVisit, change: StatusChange): Promise<void> {
  const { db, clock } = context;
  const { companyId, id } = visit;
  const now = clock.now();
  const ends = endedStatuses.includes(change.status);
  const isLate = change.status === 'cancelled' && change.by === 'customer' && isLateToCancel(visit, now);
  // An undo of the answer lets the request expire when it would have; once customers confirm, nothing is to be undone.
  const isAnsweredByCustomer = change.by === 'customer' && change.status === 'confirmed';
  const requestedAt = isAnsweredByCustomer
    ? sql`null`
    : sql`case when ${change.status} = 'requested' then coalesce(requested_at, ${now}) else requested_at end`;
  const { rows } = await sql<{ contactId: string | null }>`
    update visits set status = ${change.status}, held_until = null, holder_hash = null,
      sequence = sequence + case when status = 'held' then 0 else 1 end,
      requested_at = ${requestedAt},
      ended_by = ${ends ? change.by : null}, ended_at = ${ends ? now : null}, end_reason = ${ends ? (change.reason ?? '') : ''},
      is_late = ${isLate}, updated_at = ${now}
    where company_id = ${companyId} and id = ${id} returning contact_id`.execute(db);
  const type = typeOf(change.status);
  await sql`
    update events e set blocks = ${blocksTime(change.status)}, held_until = null, type = coalesce(${type}, e.type), updated_at = ${now},
      ${figuresFromVisits}
    from visit_parts p
    where p.company_id = ${companyId} and p.visit_id = ${id} and e.company_id = p.company_id and e.id = p.event_id`.execute(
    db,
  );
  // A merge may have moved the visit to another customer until now.
  await countVisits(
    context,
    companyId,
    rows.map(({ contactId }) => contactId),
  );
  if (change.status === 'confirmed' && !isAppointment(visit.status)) await printSlipByItself(context, visit);
}

/** The type that the specification gives events: undefined leaves it as it is. */
function typeOf(status: VisitStatus): string | null {
  if (status === 'requested') return 'info';
  if (status === 'confirmed') return 'success';
  return endedStatuses.includes(status) ? 'inverse' : null;
}

/**
 * Finds the lanes for the events of a visit that blocks its time again. Parts that overlap each other get different
 * lanes, without a question: staff accepted it when they saved them.
 */
async function takeTimeAgain(context: SignedIn, visit: StoredVisit, acceptOverlap: boolean): Promise<void> {
  const { db } = context;
  const overlaps = visit.parts.length > 1 ? await overlapsWithin(db, visit) : new Set<string>();
  const lanes = new Map<string, number>();
  // The lowest first: none gets a higher lane than it had, unless another visit took that one.
  for (const part of visit.parts.toSorted((one, other) => one.lane - other.lane)) {
    const where = { companyId: visit.companyId, calendarId: part.calendarId };
    await deleteExpiredHolds(db, where, part.occupied, context.clock.now());
    const taken = await findTaken(db, where, part.occupied, part.eventId);
    if ((taken.lanes.has(0) || taken.isOutside) && !acceptOverlap) {
      throw new Refusal(417, 'calendar.overlaps', {
        complaints: [{ key: 'Start', code: 'calendar.overlaps' }],
        details: { Overlaps: true, Others: await listOverlapping(context, where, part.occupied, part.eventId) },
      });
    }
    for (const [other, lane] of lanes) if (overlaps.has(`${part.eventId} ${other}`)) taken.lanes.add(lane);
    const lane = freeLane(taken.lanes);
    lanes.set(part.eventId, lane);
    const isOverlap = lane > 0 || taken.isOutside;
    if (lane === part.lane && !taken.isOutside) continue;
    await db
      .updateTable('events')
      .set({ lane, overlapAcceptedBy: isOverlap ? context.user.id : null })
      .where('companyId', '=', visit.companyId)
      .where('id', '=', part.eventId)
      .execute();
  }
}
