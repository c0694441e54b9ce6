// Lets staff change a visit of several parts, all or none.
import { sql } from 'kysely';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { blocksTime, lockCalendarsOf } from './change-status.ts';
import { countVisits } from './count-visits.ts';
import { assertEditable, findUsableVisit, lockVisit, type StoredVisit } from './find-visit.ts';
import { longestCancelHours } from './late-cancellation.ts';
import { notifyCustomer, readFacts } from './notify-customer.ts';
import { optionsOfPart } from './options-of-part.ts';
import { type PartBefore, type PlannedPart, planParts } from './plan-parts.ts';
import { assertUnchanged, readVisit } from './read-visit.ts';
import { isStanding } from './standing-lines.ts';
import { type ChangedVisit, customerOf, findCalendars, type VisitCustomer } from './visit-input.ts';
import { writeParts } from './write-parts.ts';

/**
 * Replaces the customer and the parts of a visit. Throws 404 for unknown and foreign visits, 403 when a part is another
 * person's read-only event, 409 when the visit has ended or a part that leaves is paid, or with the present one as
 * `Row` when it was saved since the given version, 417 with the questions of `planParts`.
 */
export async function updateVisit(context: SignedIn, input: ChangedVisit): Promise<Visit> {
  const { db, user } = context;
  const found = await findUsableVisit(db, user, input.id);
  if (!found) throw notFound();
  const calendars = await findCalendars(context, input, found.locationId);
  await lockCalendarsOf(db, found, [...calendars.keys()]);
  await lockVisit(db, found);
  const visit = await findUsableVisit(db, user, input.id);
  if (!visit) throw notFound();
  assertEditable(visit, user);
  const stored = await readVisit(context, input.id);
  assertUnchanged(stored, input.version);
  if (endedStatuses.includes(visit.status)) throw new Refusal(409, 'visits.noSuchMove');
  const present = await partsOf(db, visit);
  const planned = await planParts(context, input, calendars, present, blocksTime(visit.status));
  await assertPaidPartsStay(db, visit, planned);
  const customer = await customerOf(context, input, { ...visit, phoneNumber: stored.phoneNumber });
  const before = await readFacts(db, visit);
  await writeParts(context, input, visit, { present, planned, customer });
  const isMoved = planned.some((part) => part.isMoved) || planned.length !== present.length;
  await writeVisit(context, input, visit, { planned, customer, isMoved });
  await countVisits(context, visit.companyId, [visit.contactId, customer.contactId]);
  // A visitor who has only a hold has not agreed to mail.
  if (visit.status !== 'held') {
    await notifyCustomer(context, visit, { notify: input.notify, isUndo: input.isUndo, by: user.id, before });
  }
  return readVisit(context, input.id);
}

async function partsOf(db: Db, { companyId, id }: StoredVisit): Promise<PartBefore[]> {
  const { rows } = await sql<PartBefore>`
    select p.event_id, e.calendar_id, e.title, e.start_at, e.end_at, p.service_id, p.service_name, p.minutes, p.price, p.vat_rate,
      p.buffer_before, p.buffer_after, p.pause_start, p.pause_minutes, e.occupied::text as occupied, e.lane,
      ${optionsOfPart} as options
    from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
    where p.company_id = ${companyId} and p.visit_id = ${id} order by p.position`.execute(db);
  return rows;
}

/** Throws 409 when a part that leaves has a receipt that was not taken back. */
async function assertPaidPartsStay(
  db: Db,
  { companyId, id }: StoredVisit,
  planned: readonly PlannedPart[],
): Promise<void> {
  const stay = planned.map(({ eventId }) => eventId);
  const { rows } = await sql`
    select from receipt_lines l where l.company_id = ${companyId} and l.visit_id = ${id} and ${isStanding('l')}
      and l.event_id <> all(${stay}::uuid[]) limit 1`.execute(db);
  if (rows.length > 0) throw new Refusal(409, 'receipts.partPaid');
}

async function writeVisit(
  { db, clock }: SignedIn,
  input: ChangedVisit,
  visit: StoredVisit,
  { planned, customer, isMoved }: { planned: readonly PlannedPart[]; customer: VisitCustomer; isMoved: boolean },
): Promise<void> {
  const { companyId, id } = visit;
  const [first] = planned;
  const isElsewhere = first && first.before?.calendarId !== first.calendarId;
  // The rules of services that left are not known any more: the visit keeps the longest.
  const cancelHours = longestCancelHours([visit.cancelHours, ...planned.map((part) => part.cancelHours)]);
  await sql`
    update visits v set start_at = e.start_at, end_at = e.end_at,
      day = coalesce(e.start_date, wall_time(e.start_at, v.time_zone)::date),
      location_id = ${isElsewhere ? first.calendar.locationId : visit.locationId}, contact_id = ${customer.contactId},
      name = ${customer.name}, e_mail = ${customer.eMail}, phone_number = ${customer.phoneNumber},
      language = ${customer.language}, send_sms = ${input.sendSms}, cancel_hours = ${cancelHours}::integer,
      sequence = v.sequence + ${isMoved ? 1 : 0}, updated_at = ${clock.now()}
    from (
      select min(e.start_at) as start_at, max(e.end_at) as end_at, min(e.start_date) as start_date
      from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
      where p.company_id = ${companyId} and p.visit_id = ${id}) e
    where v.company_id = ${companyId} and v.id = ${id}`.execute(db);
  if (!isMoved) return;
  await sql`update action_links a set expires_at = v.start_at from visits v
    where v.company_id = ${companyId} and v.id = ${id} and a.company_id = v.company_id and a.visit_id = v.id`.execute(
    db,
  );
}
