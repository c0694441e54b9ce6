// The visit of an event that has a customer: added with the event or to it, and changed with it.
import { sql } from 'kysely';
import { printSlipByItself } from '#server/booking/slips/print-by-itself.ts';
import type { EventTime } from '#server/booking/times/event-time.ts';
import type { UsableCalendar } from '#server/booking/times/find-calendar.ts';
import type { StoredEvent } from '#server/booking/times/find-event.ts';
import { setStatus } from '#server/booking/visits/change-status.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import { findVisit, type StoredVisit } from '#server/booking/visits/find-visit.ts';
import { type NewVisit, wordsOf } from '#server/booking/visits/insert-visit.ts';
import { joinContact } from '#server/booking/visits/join-contact.ts';
import { type NotifiedState, notifyCustomer } from '#server/booking/visits/notify-customer.ts';
import { findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { type CalendarEventInput, customerInEvent } from './event-input.ts';

export const newVisitStatus = 'confirmed';

/** The visit of a customer whom staff enter, with the id of its event. */
export async function newVisit(
  context: SignedIn,
  calendar: UsableCalendar,
  input: CalendarEventInput,
  id: string,
): Promise<NewVisit> {
  const { companyId, locationId, timeZone } = calendar;
  const { language } = context.user;
  const contactId = await findOrCreateContact(context, { companyId, language: '', ...customerInEvent(input) });
  return {
    ...customerInEvent(input),
    companyId,
    id,
    locationId,
    contactId,
    timeZone,
    language,
    status: newVisitStatus,
    source: 'staff',
    sendSms: input.sendSms,
    cancelHours: null,
  };
}

export async function afterInsert(context: SignedIn, visit: NewVisit, { notify }: CalendarEventInput): Promise<void> {
  await countVisits(context, visit.companyId, [visit.contactId]);
  await notifyCustomer(context, visit, { notify, by: context.user.id });
  await printSlipByItself(context, visit);
}

export function withoutService({ start, end }: EventTime) {
  const minutes = Math.ceil((end.epochMilliseconds - start.epochMilliseconds) / 60_000);
  return { serviceId: null, serviceName: '', minutes, price: 0, bufferBefore: 0, bufferAfter: 0 };
}

/** The event becomes a part of a visit. */
export async function addVisitToEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: CalendarEventInput,
  time: EventTime,
  { companyId, id: eventId }: StoredEvent,
): Promise<void> {
  const { db, clock } = context;
  const visit = await newVisit(context, calendar, input, eventId);
  const { held: _held, ...row } = { held: undefined, ...visit };
  const day = time.startDate ?? time.start.toZonedDateTimeISO(calendar.timeZone).toPlainDate().toString();
  const now = clock.now();
  await db
    .insertInto('visits')
    .values({
      ...row,
      startAt: time.start,
      endAt: time.end,
      day,
      calendarUid: visit.id,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await db
    .insertInto('visitParts')
    .values({ ...withoutService(time), companyId, visitId: visit.id, eventId })
    .execute();
  await afterInsert(context, visit, input);
}

/** Brings the visit in line with its changed event, and the customer up to date. */
export async function updateVisitOfEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: CalendarEventInput,
  before: StoredEvent,
  { moved, known }: { moved: boolean; known: NotifiedState | undefined },
): Promise<void> {
  const { db, clock } = context;
  const { companyId, visitId } = before;
  const customer = customerInEvent(input);
  const isOther =
    customer.name !== before.name || customer.eMail !== before.eMail || customer.phoneNumber !== before.phoneNumber;
  const contactId =
    isOther && before.status !== 'held'
      ? await findOrCreateContact(context, { companyId, language: '', ...customer })
      : before.contactId;
  await sql`
    update visits v set start_at = e.start_at, end_at = e.end_at,
      day = coalesce(e.start_date, wall_time(e.start_at, v.time_zone)::date),
      location_id = case when ${before.calendarId !== calendar.id} then ${calendar.locationId} else v.location_id end,
      contact_id = ${contactId}, name = ${customer.name}, e_mail = ${customer.eMail}, phone_number = ${customer.phoneNumber},
      send_sms = ${input.sendSms}, sequence = v.sequence + ${moved ? 1 : 0}, updated_at = ${clock.now()}
    from (
      select min(e.start_at) as start_at, max(e.end_at) as end_at, min(e.start_date) as start_date
      from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
      where p.company_id = ${companyId} and p.visit_id = ${visitId}) e
    where v.company_id = ${companyId} and v.id = ${visitId}`.execute(db);
  const visit = visitId ? await findVisit(db, { companyId, id: visitId }) : undefined;
  if (!visit) throw notFound();
  if (isOther) await renewWords(context, visit, customer);
  // Staff confirm a visitor's request by giving it the type of a confirmed event.
  const confirms = (visit.status === 'held' || visit.status === 'requested') && input.type === 'success';
  if (confirms) {
    const joined = { ...visit, contactId: await joinContact(context, visit) };
    await setStatus(context, joined, { status: 'confirmed', by: 'staff' });
  }
  await countVisits(context, companyId, [before.contactId, visit.contactId]);
  if (moved) {
    await db
      .updateTable('actionLinks')
      .set({ expiresAt: visit.startAt })
      .where('companyId', '=', companyId)
      .where('visitId', '=', visit.id)
      .execute();
  }
  // A visitor who has only a hold has not agreed to mail.
  if (visit.status !== 'held' || confirms) {
    const { notify, isUndo } = input;
    await notifyCustomer(context, visit, { notify, isUndo, by: context.user.id, before: known });
  }
}

/** The search finds every part by the customer. */
async function renewWords(
  { db }: SignedIn,
  { companyId, parts }: StoredVisit,
  customer: ReturnType<typeof customerInEvent>,
): Promise<void> {
  const ids = parts.map(({ eventId }) => eventId);
  await sql`
    update events e set words = ${wordsOf(sql`e.title`, customer)}
    where e.company_id = ${companyId} and e.id = any(${ids}::uuid[])`.execute(db);
}
