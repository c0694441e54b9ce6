// Lets staff create and change visits of several parts, all or none.
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import type { visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { findCalendar, type UsableCalendar } from '#server/booking/times/find-calendar.ts';
import { findEditable } from '#server/booking/times/find-event.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import { holdContact } from '#server/customers/contacts/hold-contact.ts';
import type { Db } from '#server/db/pool.ts';
import type { Schema } from '#server/db/schema.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { blocks, lockCalendarsOf } from './change-status.ts';
import { countVisits } from './count-visits.ts';
import { eventFigures } from './event-figures.ts';
import { assertEditable, findUsableVisit, lockVisit, type StoredVisit } from './find-visit.ts';
import { insertVisit, type NewPart, wordsOf } from './insert-visit.ts';
import { type PartBefore, type PlannedPart, planParts } from './plan-parts.ts';
import { assertUnchanged, readVisit } from './read-visit.ts';
import { readFacts, tellCustomer } from './tell-customer.ts';

type NewVisitInput = Parsed<typeof visits.insertVisit>;
type ChangedVisit = Parsed<typeof visits.updateVisit>;
type VisitInput = NewVisitInput | ChangedVisit;

/**
 * Creates a visit with its events. A part that names an event without a customer takes that event's place. Throws 404
 * for calendars, services and customers that the caller may not use, 417 with the questions of `planParts`.
 */
export async function saveInsertedVisit(context: SignedIn, input: NewVisitInput): Promise<Visit> {
  const { db, clock, user } = context;
  const replaced = input.parts.map(({ eventId }) => eventId).filter((eventId) => eventId !== newId);
  const before = await Promise.all(replaced.map((id) => findEditable(context, id)));
  const calendars = await findCalendars(context, input, before[0] ? before[0].locationId : input.locationId);
  const ids = new Set([...calendars.keys(), ...before.map(({ calendarId }) => calendarId)]);
  for (const id of [...ids].sort()) await lockCalendar(db, id);
  const present = await plainEvents(context, replaced);
  const planned = await planParts(
    context,
    { ...input, acceptClosed: input.acceptClosed || input.isWalkIn },
    calendars,
    present,
    true,
  );
  const [first] = planned;
  if (!first) throw notFound();
  if (replaced.length > 0) {
    await db.deleteFrom('events').where('companyId', '=', user.companyId).where('id', 'in', replaced).execute();
  }
  const customer = await customerOf(context, input);
  const { companyId, locationId, timeZone } = first.calendar;
  const visit = {
    ...customer,
    companyId,
    id: replaced[0] ?? randomUUIDv7(),
    locationId,
    timeZone,
    status: input.isWalkIn ? ('arrived' as const) : ('confirmed' as const),
    source: input.isWalkIn ? ('walk_in' as const) : ('staff' as const),
    sendSms: input.sendSms,
    cancelHours: longestOf(planned.map(({ cancelHours }) => cancelHours)),
  };
  const parts = planned.map((part, position) => newPart(part, input, { userId: user.id, position }));
  if (!(await insertVisit(db, visit, parts, clock.now()))) throw new Refusal(409, 'booking.taken');
  await countVisits(context, companyId, [visit.contactId]);
  await tellCustomer(context, visit, { notify: input.notify, canBeUndone: true });
  return readVisit(context, visit.id);
}

/**
 * Replaces the customer and the parts of a visit. Throws 404 for unknown and foreign visits, 403 when a part is another
 * person's read-only event, 409 when the visit has ended or a part that
 * leaves is paid, or with the present one as `Row` when it was saved since the
 * given version, 417 with the questions of `planParts`.
 */
export async function saveUpdatedVisit(context: SignedIn, input: ChangedVisit): Promise<Visit> {
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
  const planned = await planParts(context, input, calendars, present, blocks(visit.status));
  await assertPaidPartsStay(db, visit, planned);
  const customer = await customerOf(context, input, { ...visit, phoneNumber: stored.phoneNumber });
  const before = await readFacts(db, visit);
  await writeParts(context, input, visit, { present, planned, customer });
  const isMoved = planned.some((part) => part.isMoved) || planned.length !== present.length;
  await writeVisit(context, input, visit, { planned, customer, isMoved });
  await countVisits(context, visit.companyId, [visit.contactId, customer.contactId]);
  // A visitor who has only a hold has not agreed to mail.
  if (visit.status !== 'held') {
    await tellCustomer(context, visit, { notify: input.notify, isUndo: input.isUndo, canBeUndone: true, before });
  }
  return readVisit(context, input.id);
}

async function findCalendars(
  context: SignedIn,
  { parts }: VisitInput,
  preferredLocation: string | null = null,
): Promise<Map<string, UsableCalendar>> {
  const calendars = new Map<string, UsableCalendar>();
  for (const { calendarId } of parts) {
    if (calendars.has(calendarId)) continue;
    const calendar = await findCalendar(context.db, context.user, calendarId, preferredLocation);
    if (!calendar) throw notFound();
    calendars.set(calendarId, calendar);
  }
  return calendars;
}

interface Customer {
  contactId: string | null;
  name: string;
  eMail: string;
  phoneNumber: string;
  language: string;
}

/**
 * The customer of the input with their contact: the given one, that of the visit while nothing changes, or one that
 * fits.
 */
async function customerOf(context: SignedIn, input: VisitInput, before?: StoredVisit): Promise<Customer> {
  const { user } = context;
  const named = { name: input.name, eMail: input.eMail ?? '', phoneNumber: input.phoneNumber ?? '' };
  const language = before?.language ?? user.language;
  if (input.contactId && input.contactId !== before?.contactId) {
    const contact = await holdContact(context.db, user.companyId, input.contactId);
    if (!contact) throw notFound();
    return { ...named, contactId: contact.id, language: contact.language || language };
  }
  const isSame =
    before && before.name === named.name && before.eMail === named.eMail && before.phoneNumber === named.phoneNumber;
  if (before && (isSame || input.contactId || before.status === 'held')) {
    return { ...named, contactId: before.contactId, language };
  }
  const contactId = await findOrCreateContact(context, { ...named, companyId: user.companyId, language: '' });
  return { ...named, contactId, language };
}

/** Events without a customer that become parts. Throws 409 when one has a customer by now. */
async function plainEvents(context: SignedIn, ids: readonly string[]): Promise<PartBefore[]> {
  const events: PartBefore[] = [];
  for (const eventId of ids) {
    const event = await findEditable(context, eventId);
    if (event.visitId) throw new Refusal(409, 'grid.changed');
    const { occupied, lane, title } = await context.db
      .selectFrom('events')
      .select(['occupied', 'lane', 'title'])
      .where('companyId', '=', event.companyId)
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    events.push({
      ...{ eventId, title, occupied: String(occupied), lane, calendarId: event.calendarId },
      ...{ startAt: event.startAt, endAt: event.endAt, serviceId: null, serviceName: '', minutes: 0, price: 0 },
      ...{ vatRate: null, bufferBefore: 0, bufferAfter: 0, pauseStart: null, pauseMinutes: null },
    });
  }
  return events;
}

async function partsOf(db: Db, { companyId, id }: StoredVisit): Promise<PartBefore[]> {
  const { rows } = await sql<PartBefore>`
    select p.event_id, e.calendar_id, e.title, e.start_at, e.end_at, p.service_id, p.service_name, p.minutes, p.price, p.vat_rate,
      p.buffer_before, p.buffer_after, p.pause_start, p.pause_minutes, e.occupied::text as occupied, e.lane
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
    select from receipt_lines where company_id = ${companyId} and visit_id = ${id} and not is_refund and refund_id is null
      and event_id <> all(${stay}::uuid[]) limit 1`.execute(db);
  if (rows.length > 0) throw new Refusal(409, 'receipts.partPaid');
}

function newPart(part: PlannedPart, input: VisitInput, { userId, position }: { userId: string; position: number }) {
  const { startAt, endAt, before: _before, calendar: _calendar, isMoved: _moved, cancelHours: _hours, ...rest } = part;
  return {
    ...rest,
    userId,
    description: position === 0 ? input.description : '',
    start: startAt.toString(),
    end: endAt.toString(),
    type: 'success',
    readOnly: input.readOnly,
    overlapAcceptedBy: part.overlapAcceptedBy ?? null,
  } satisfies NewPart & { serviceId: string | null };
}

/** Changes, adds and deletes the events of the parts. */
async function writeParts(
  { db, clock, user }: SignedIn,
  input: ChangedVisit,
  visit: StoredVisit,
  {
    present,
    planned,
    customer,
  }: { present: readonly PartBefore[]; planned: readonly PlannedPart[]; customer: Customer },
): Promise<void> {
  const { companyId, id: visitId } = visit;
  const now = clock.now();
  const events = await db
    .updateTable('events')
    // A part may take the time that another one leaves, and the constraint looks at each row by itself.
    .set({ blocks: false })
    .where('companyId', '=', companyId)
    .where(
      'id',
      'in',
      present.map(({ eventId }) => eventId),
    )
    .returning(['id', 'type'])
    .execute();
  const removed = present.filter(({ eventId }) => !planned.some((part) => part.eventId === eventId));
  if (removed.length > 0) {
    await db
      .deleteFrom('events')
      .where('companyId', '=', companyId)
      .where(
        'id',
        'in',
        removed.map(({ eventId }) => eventId),
      )
      .execute();
  }
  const type = events[0]?.type ?? 'success';
  for (const [position, part] of planned.entries()) {
    const { eventId, calendar, before, isMoved } = part;
    const event = {
      calendarId: calendar.id,
      title: part.title,
      ...(position === 0 || !before ? { description: position === 0 ? input.description : '' } : {}),
      startAt: part.startAt,
      endAt: part.endAt,
      ...(isMoved && { allDay: false, startDate: null, endDate: null }),
      occupied: part.occupied,
      lane: part.lane,
      ...(part.overlapAcceptedBy !== undefined && { overlapAcceptedBy: part.overlapAcceptedBy }),
      blocks: blocks(visit.status),
      readOnly: input.readOnly,
      words: wordsOf(part.title, customer),
      updatedAt: now,
    };
    const figures = eventFigures(visit.status, part.price);
    if (before) {
      const isElsewhere = before.calendarId !== calendar.id;
      const figuresBefore = eventFigures(visit.status, before.price);
      await db
        .updateTable('events')
        .set({
          ...event,
          ...(isElsewhere && { locationId: calendar.locationId }),
          bookedPrice: sql`booked_price + ${figures.bookedPrice - figuresBefore.bookedPrice}::numeric`,
          completedPrice: sql`completed_price + ${figures.completedPrice - figuresBefore.completedPrice}::numeric`,
        })
        .where('companyId', '=', companyId)
        .where('id', '=', eventId)
        .execute();
    } else {
      await db
        .insertInto('events')
        .values({
          ...event,
          ...figures,
          companyId,
          id: eventId,
          locationId: visit.locationId ?? calendar.locationId,
          userId: user.id,
          timeZone: visit.timeZone,
          type,
          createdAt: now,
        })
        .execute();
    }
    await writePart(db, { companyId, visitId, position }, part);
  }
}

async function writePart(
  db: Db,
  place: { companyId: string; visitId: string; position: number },
  part: PlannedPart,
): Promise<void> {
  const { position } = place;
  const { serviceId, serviceName, minutes, price, vatRate, bufferBefore, bufferAfter, pauseStart, pauseMinutes } = part;
  const values = {
    ...{ position, serviceId, serviceName, minutes, price, vatRate },
    ...{ bufferBefore, bufferAfter, pauseStart, pauseMinutes },
  };
  const row: Insertable<Schema['visitParts']> = { ...place, ...values, eventId: part.eventId };
  await db
    .insertInto('visitParts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['companyId', 'visitId', 'eventId']).doUpdateSet(values))
    .execute();
}

async function writeVisit(
  { db, clock }: SignedIn,
  input: ChangedVisit,
  visit: StoredVisit,
  { planned, customer, isMoved }: { planned: readonly PlannedPart[]; customer: Customer; isMoved: boolean },
): Promise<void> {
  const { companyId, id } = visit;
  const [first] = planned;
  const isElsewhere = first && first.before?.calendarId !== first.calendarId;
  // The rules of services that left are not known any more: the visit keeps the longest.
  const cancelHours = longestOf([visit.cancelHours, ...planned.map((part) => part.cancelHours)]);
  await sql`
    update visits v set start_at = e.start_at, end_at = e.end_at,
      day = coalesce(e.start_date, (e.start_at at time zone v.time_zone)::date),
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

function longestOf(hours: readonly (number | null)[]): number | null {
  const known = hours.filter((each) => each !== null);
  return known.length > 0 ? Math.max(...known) : null;
}
