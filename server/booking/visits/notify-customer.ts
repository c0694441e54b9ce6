// Tells customers by mail what has changed in their visit since they last heard of it.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { endedStatuses, undoEndSeconds, type VisitStatus } from '#contract/booking/visit-states.ts';
import { formerSuffix, isNewsToCustomer } from '#server/booking/notifications/cause-suffixes.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { withdrawMails, withdrawMailsTo } from '#server/messaging/mail/withdraw-mails.ts';
import { revokeLinks } from './revoke-links.ts';

/** The facts of a visit that its customer knows: instants in ISO 8601. */
export interface NotifiedState {
  status: VisitStatus;
  start: string;
  end: string;
  /** The zone of the times that the mail shows; mails of earlier releases did not record it. */
  timeZone?: string;
  /** The offset of the start that the mail shows, such as `-08:00`, if the zone has got other rules since. */
  offset?: string;
  /** The calendars of its parts, in order. */
  calendars: string[];
  /** The services of its parts, in order; mails of earlier releases did not record them. */
  services?: string[];
  /** The address that the mail was sent to; mails of earlier releases did not record one. */
  eMail?: string;
  contactId?: string | null;
  name?: string;
  language?: string;
  /** The mail replaced one that had not left. */
  replaces?: boolean;
  /** The facts before the change that the mail tells of; none for a visit that was created, or was just agreed. */
  from?: NotifiedState;
}

type News = { kind: 'request' | 'confirmed' | 'changed' | 'cancelled'; previously?: NotifiedState };

/** The causes of mails that tell of a change, and that a later change replaces. */
const newsCauses = ['visit.confirmed', 'visit.changed', 'visit.cancelled'];

interface CustomerNotice {
  notify?: boolean;
  /** The person who made the change: it can be undone by them, and the mail waits for it (`UNDO_SECONDS`). */
  by?: string;
  /** The caller says that the change takes back the one before it: believed of who made that one, if the facts agree. */
  isUndo?: boolean;
  /** The state before a change of the state alone. */
  statusBefore?: VisitStatus;
  /** The facts before the change (`readFacts`); without them, the change is one of time or state. */
  before?: NotifiedState | undefined;
}

/**
 * Queues the mail for the change that the caller has written, in its transaction. A mail that has not left is replaced,
 * and one change back to what the customer knows already sends nothing; nor does an undo, unless the customer has heard
 * of what it takes back. With `notify` false, the customer is not told now, and hears of this change with the next one;
 * only a first mail that has not left is renewed.
 *
 * A change of the customer's address revokes the links to the former one. The new address hears of the visit as of a
 * new one; the former one hears that it is cancelled, if it belongs to another customer.
 */
export async function notifyCustomer(
  context: ServiceContext,
  visit: { companyId: string; id: string },
  { notify = true, by, isUndo = false, before, statusBefore }: CustomerNotice = {},
): Promise<void> {
  const { db, clock, config } = context;
  const { companyId, id } = visit;
  const now = clock.now();
  // A former customer who was not told still has to be.
  const withdrawn = await withdrawMails(context, visit, { causes: newsCauses, lasting: formerSuffix });
  // A copy does not count, nor does what told a former customer.
  const isWithdrawn = withdrawn.some((key) => isNewsToCustomer(key));
  const { rows } = await sql<{
    notified: NotifiedState | null;
    notifying: NotifiedState | null;
    undoBy: string | null;
    undoUntil: Temporal.Instant | null;
    undoFacts: string | null;
    present: Required<NotifiedState>;
  }>`
    select v.notified, v.notifying, v.undo_by, v.undo_until, v.undo_facts, ${presentOf()} as present
    from visits v where v.company_id = ${companyId} and v.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) return;
  const { present } = found;
  const known = isWithdrawn ? found.notified : found.notifying;
  if (before) await revokeLinks(db, visit, { before: { eMail: '', contactId: null, ...before }, present });
  const hasOtherAddress = known?.eMail !== undefined && known.eMail.toLowerCase() !== present.eMail.toLowerCase();
  if (before?.eMail && before.eMail.toLowerCase() !== present.eMail.toLowerCase()) {
    await withdrawMailsTo(context, visit, before.eMail);
  }
  const isDue = isNotified({
    notify,
    isUndo: isUndo && by !== undefined && isUndoOf(found, { by, now, present }),
    isWithdrawn,
    known,
    present,
    wasReplacing: found.notifying?.replaces === true,
  });
  const isUnchanged = before !== undefined && !isWithdrawn && isSame(before, present);
  // Nothing is news about a visit that is over.
  const isOver = Temporal.Instant.compare(present.end, now) <= 0;
  const tells = isDue && !isUnchanged && !isOver;
  const options = by ? { notBefore: now.add({ seconds: config.undoSeconds }) } : {};
  let next = known;
  if (tells && hasOtherAddress) {
    next = null;
    if (known.contactId !== present.contactId && !endedStatuses.includes(known.status)) {
      await queueAppointmentMail(context, 'cancelled', visit, { ...options, former: formerOf(known) });
    }
  }
  const news = tells ? newsFor(hasOtherAddress ? null : known, present, hasOtherAddress) : undefined;
  const queued =
    news &&
    (await queueAppointmentMail(context, news.kind, visit, {
      ...options,
      ...(news.previously && { previously: timesOf(news.previously) }),
    }));
  const { from: _from, ...facts } = before ?? { ...present, status: statusBefore ?? present.status };
  const from = before || statusBefore ? facts : undefined;
  if (queued) next = { ...present, ...(isWithdrawn && { replaces: true }), ...(from && { from }) };
  const undoUntil = by ? now.add({ seconds: Math.max(config.undoSeconds, undoEndSeconds) }) : null;
  await sql`update visits set notified = ${asJson(known)}::jsonb, notifying = ${asJson(next)}::jsonb,
      undo_by = ${by ?? null}::uuid, undo_until = ${undoUntil}::timestamptz, undo_facts = ${from ? hashOf(from) : null}
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

function isNotified({
  notify,
  isUndo,
  isWithdrawn,
  known,
  present,
  wasReplacing,
}: {
  notify: boolean;
  isUndo: boolean;
  isWithdrawn: boolean;
  known: NotifiedState | null;
  present: NotifiedState;
  wasReplacing: boolean;
}): boolean {
  // Staff said that the customer hears of the visit; the mail only has to say what is true now.
  const renewsFirst = isWithdrawn && known === null && !endedStatuses.includes(present.status);
  if (!notify && !renewsFirst) return false;
  if (!isUndo) return true;
  // The mail of what is taken back has not left: only one that it replaced is missing now.
  return isWithdrawn ? wasReplacing : known !== null;
}

/** Whether the person made the last change a moment ago, and the visit is as before it; one that was created, is ended. */
function isUndoOf(
  {
    undoBy,
    undoUntil,
    undoFacts,
  }: { undoBy: string | null; undoUntil: Temporal.Instant | null; undoFacts: string | null },
  { by, now, present }: { by: string; now: Temporal.Instant; present: NotifiedState },
): boolean {
  if (undoBy !== by || undoUntil === null || Temporal.Instant.compare(now, undoUntil) > 0) return false;
  return undoFacts === null ? endedStatuses.includes(present.status) : undoFacts === hashOf(present);
}

/** Facts with one hash are the same (`isSame`). */
function hashOf({
  status,
  start,
  end,
  timeZone,
  offset,
  calendars,
  services,
  contactId,
  eMail,
}: NotifiedState): string {
  const facts = [status, start, end, timeZone, offset, calendars, services, contactId, eMail?.toLowerCase()];
  return hash('sha256', JSON.stringify(facts), 'base64url');
}

/** Reads the present facts of a visit; undefined for an unknown one. */
export async function readFacts(db: Db, visit: { companyId: string; id: string }): Promise<NotifiedState | undefined> {
  const { rows } = await sql<{ present: NotifiedState }>`
    select ${presentOf()} as present from visits v
    where v.company_id = ${visit.companyId} and v.id = ${visit.id}`.execute(db);
  return rows[0]?.present;
}

/** Records what a mail of another kind has told the customer: a request, and its link. */
export async function recordNotified(context: ServiceContext, visit: { companyId: string; id: string }): Promise<void> {
  await sql`
    update visits v set notifying = ${presentOf()}
    where v.company_id = ${visit.companyId} and v.id = ${visit.id}`.execute(context.db);
}

/** The present facts of a visit `v`. */
function presentOf() {
  const ofParts = (what: unknown) => sql`(
    select json_agg(${what} order by p.position) from visit_parts p
    join events e on e.company_id = p.company_id and e.id = p.event_id
    where p.company_id = v.company_id and p.visit_id = v.id)`;
  return sql`json_build_object('status', v.status, 'start', ${isoOf(sql`v.start_at`)}, 'end', ${isoOf(sql`v.end_at`)},
    'timeZone', coalesce((
      select l.time_zone from locations l where l.company_id = v.company_id and l.id = v.location_id), v.time_zone),
    'calendars', ${ofParts(sql`e.calendar_id`)}, 'services', ${ofParts(sql`p.service_name`)},
    'eMail', v.e_mail, 'contactId', v.contact_id, 'name', v.name, 'language', v.language)`;
}

/** Undefined when the customer knows it all. `isRenewed`: the address is a new one, and has no link yet. */
function newsFor(known: NotifiedState | null, present: NotifiedState, isRenewed = false): News | undefined {
  const isEnded = endedStatuses.includes(present.status);
  // Staff take notes of what happens at the desk; the customer is there.
  if (!isEnded && !isAhead(present.status)) return undefined;
  if (present.status === 'requested' && isRenewed) return { kind: 'request' };
  const knewEnd = known !== null && endedStatuses.includes(known.status);
  // An answer was undone: the request waits again, and its next answer is the news.
  if (present.status === 'requested' && (!known || knewEnd)) return undefined;
  if (!known) return isEnded ? { kind: 'cancelled' } : { kind: 'confirmed' };
  if (isEnded) return knewEnd ? undefined : { kind: 'cancelled' };
  if (knewEnd) return { kind: 'confirmed' };
  if (known.status === 'requested' && present.status !== 'requested') return { kind: 'confirmed' };
  if (!isSameTime(known, present)) return { kind: 'changed', previously: known };
  // At the same time, but for something else: the customer gets the appointment again.
  return hasSameServices(known, present) ? undefined : { kind: 'confirmed' };
}

function isSameTime(one: NotifiedState, other: NotifiedState): boolean {
  const isSameInstant = one.start === other.start && one.end === other.end;
  return isSameInstant && isSameClock(one, other) && one.calendars.join() === other.calendars.join();
}

/** Whether the start is shown alike: the zone of the location may have been corrected, or have got other rules. */
function isSameClock(one: NotifiedState, other: NotifiedState): boolean {
  const [zone, otherZone] = [zoneOf(one), zoneOf(other)];
  if (zone === undefined || otherZone === undefined || zone === otherZone) return true;
  const at = Temporal.Instant.from(one.start);
  return at.toZonedDateTimeISO(zone).offsetNanoseconds === at.toZonedDateTimeISO(otherZone).offsetNanoseconds;
}

/** By which the start is shown. */
const zoneOf = ({ offset, timeZone }: NotifiedState) => offset ?? timeZone;

function hasSameServices(one: NotifiedState, other: NotifiedState): boolean {
  return !one.services || !other.services || one.services.join('\n') === other.services.join('\n');
}

function isSame(one: NotifiedState, other: NotifiedState): boolean {
  return (
    one.status === other.status &&
    isSameTime(one, other) &&
    hasSameServices(one, other) &&
    one.contactId === other.contactId &&
    one.eMail?.toLowerCase() === other.eMail?.toLowerCase()
  );
}

function formerOf(known: NotifiedState) {
  const { eMail = '', name = '', language = '' } = known;
  return { eMail, name, language, ...timesOf(known) };
}

function isAhead(status: VisitStatus): boolean {
  return status === 'requested' || status === 'confirmed';
}

function timesOf(state: NotifiedState) {
  const timeZone = zoneOf(state);
  const [startAt, endAt] = [Temporal.Instant.from(state.start), Temporal.Instant.from(state.end)];
  return { startAt, endAt, ...(timeZone && { timeZone }) };
}

function isoOf(instant: unknown) {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function asJson(state: NotifiedState | null): string | null {
  return state && JSON.stringify(state);
}
