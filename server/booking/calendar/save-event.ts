// Lets staff create and update events. A move or a resize is one update; an overlap requires confirmation.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type CalendarEvent, calendarEvent, type calendars, eventFields } from '#contract/booking/calendar.ts';
import { isDay, newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { type EventTime, eventTime } from '#server/booking/times/event-time.ts';
import { findCalendar, type UsableCalendar } from '#server/booking/times/find-calendar.ts';
import { findEditable, findEvent, type StoredEvent } from '#server/booking/times/find-event.ts';
import { findLane } from '#server/booking/times/find-lane.ts';
import { deleteExpiredHolds, lockCalendar, occupiedTime } from '#server/booking/times/lock-calendar.ts';
import { isClosed } from '#server/booking/times/open-times.ts';
import { listOverlapping } from '#server/booking/times/overlapping.ts';
import { setStatus } from '#server/booking/visits/change-status.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import { eventFigures } from '#server/booking/visits/event-figures.ts';
import { findVisit, lockVisit, type StoredVisit } from '#server/booking/visits/find-visit.ts';
import { insertVisit, type NewPart, type NewVisit, wordsOf } from '#server/booking/visits/insert-visit.ts';
import { joinContact } from '#server/booking/visits/join-contact.ts';
import { findNotDone } from '#server/booking/visits/not-done.ts';
import { readFacts, type Told, tellCustomer } from '#server/booking/visits/tell-customer.ts';
import { findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { completeUpdate, recordIn } from '#server/lib/http/complete-update.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { eventAsJson } from './store.ts';

type GivenEvent = Parsed<typeof calendars.updateEvent>;
/** The input of an insert, or the completed input of an update. */
type EventInput = z.output<typeof wholeEvent>;
const wholeEvent = z.object(eventFields);
/** The times and the customer have columns of other names; the rest is about the call. */
type StoredElsewhere =
  | 'start'
  | 'end'
  | keyof ReturnType<typeof customerOf>
  | 'sendSms'
  | 'search'
  | 'notify'
  | 'isUndo'
  | 'acceptOverlap'
  | 'acceptClosed'
  | 'acceptNotDone';

/**
 * Creates an event (all-zero id) or updates one. Throws 404 for a calendar or event that the caller may not use, 403
 * for a read-only event of another person, 417 with Key `Start` and `Overlaps: true` when the time is taken and
 * `acceptOverlap` is not set, or `Closed: true` when it is outside the open times and `acceptClosed` is false, or
 * `NotDone` when it moves to a person who does not do its service and `acceptNotDone` is false; 409 with the present
 * one as `Row` when it was saved since the given version.
 */
export async function saveEvent(context: SignedIn, given: GivenEvent): Promise<JsonText> {
  const { db, user } = context;
  const isNew = given.id === newId;
  const present = isNew ? undefined : await findEvent(db, user, given.id);
  const calendarId = given.calendarId ?? present?.calendarId;
  const place = present ? present.locationId : given.locationId;
  const calendar = calendarId ? await findCalendar(db, user, calendarId, place) : undefined;
  if (!calendar) throw notFound();
  const id = isNew ? randomUUIDv7() : given.id;
  await lockCalendars(context, calendar, given);
  const before = isNew ? undefined : await findEditable(context, given.id);
  // The contract's `whenNew` has validated the input of an insert.
  const input = before ? await completeEvent(context, given) : (given as unknown as EventInput);
  const time = eventTime(input, calendar.timeZone);
  const placement = await placementOf(context, calendar, input, time, before, id);
  if (before) await updateEvent(context, calendar, input, time, placement, before);
  else if (placement) await insertEvent(context, calendar, input, time, placement, id);
  const saved = await eventAsJson(db, user, id);
  if (!saved) throw notFound();
  return saved;
}

/**
 * Adds the present values of the omitted fields. The dates of an all-day event that are sent as they were do not count
 * when its Start or End changes: a client that does not know them moves the event by Start and End.
 */
async function completeEvent(context: SignedIn, given: GivenEvent): Promise<EventInput> {
  const answer = await eventAsJson(context.db, context.user, given.id);
  if (!answer) throw notFound();
  // By the contract.
  const present = recordIn(calendarEvent, answer) as CalendarEvent;
  if (given.version !== undefined && given.version !== present.version) {
    throw new Refusal(409, 'grid.changed', { details: { Row: JSON.parse(answer.text) } });
  }
  const { startDate, endDate, ...input } = completeUpdate<EventInput>(eventFields, given, present);
  return {
    ...input,
    ...(!isStale([given.start, given.startDate], [present.start, present.startDate]) && { startDate }),
    ...(!isStale([given.end, given.endDate], [present.end, present.endDate]) && { endDate }),
  };
}

type Edge = readonly [time: string | undefined, date: string | null | undefined];

/** Whether the time of a start or an end changes and its date does not. */
function isStale([time, date]: Edge, [presentTime = '', presentDate]: Edge): boolean {
  if (time === undefined) return false;
  const moves = isDay(time) || !Temporal.Instant.from(time).equals(presentTime);
  return moves && (date === undefined || date === presentDate);
}

/** An event that moves to another calendar takes both locks, in the order of their ids; then that of its visit. */
async function lockCalendars(context: SignedIn, calendar: UsableCalendar, input: { id: string }): Promise<void> {
  const { db, user } = context;
  const before = input.id === newId ? undefined : await findEvent(db, user, input.id);
  const ids = new Set([calendar.id, before?.calendarId ?? calendar.id]);
  for (const id of [...ids].sort()) await lockCalendar(db, id);
  if (before?.visitId) await lockVisit(db, { companyId: before.companyId, id: before.visitId });
}

interface Placement {
  occupied: string;
  lane: number;
  overlapAcceptedBy: string | null;
}

/** Undefined for an event whose time and calendar do not change: an accepted overlap needs no second confirmation. */
async function placementOf(
  context: SignedIn,
  calendar: UsableCalendar,
  input: EventInput,
  time: EventTime,
  before: StoredEvent | undefined,
  id: string,
): Promise<Placement | undefined> {
  if (before?.calendarId === calendar.id && !hasMoved(before, time)) return undefined;
  const occupied = occupiedTime(time.start.epochMilliseconds, time.end.epochMilliseconds, before);
  const where = { companyId: calendar.companyId, calendarId: calendar.id };
  await deleteExpiredHolds(context.db, where, occupied, context.clock.now());
  const lane = await findLane(context.db, where, occupied, id);
  const asksOverlap = lane > 0 && !input.acceptOverlap;
  const locationId = before?.calendarId === calendar.id ? before.locationId : calendar.locationId;
  const asksClosed = input.acceptClosed === false && (await isClosed(context.db, { ...where, locationId }, time));
  const moves = before && before.calendarId !== calendar.id ? [{ ...before, calendarId: calendar.id }] : [];
  const notDone = input.acceptNotDone === false ? await findNotDone(context.db, calendar.companyId, moves) : [];
  // All at once: the person answers one question.
  if (asksOverlap || asksClosed || notDone.length > 0) {
    const code = asksOverlap ? 'calendar.overlaps' : asksClosed ? 'calendar.closed' : 'visits.notDone';
    const others = asksOverlap ? await listOverlapping(context, where, occupied, id) : [];
    throw new Refusal(417, code, {
      complaints: [{ key: 'Start', code }],
      details: {
        ...(asksOverlap && { Overlaps: true, Others: others }),
        ...(asksClosed && { Closed: true }),
        ...(notDone.length > 0 && { NotDone: notDone }),
      },
    });
  }
  return { occupied, lane, overlapAcceptedBy: lane > 0 ? context.user.id : null };
}

function hasMoved(before: StoredEvent, time: EventTime): boolean {
  return !time.start.equals(before.startAt) || !time.end.equals(before.endAt);
}

/** The columns of the event itself. */
function columns(calendar: UsableCalendar, input: EventInput, time: EventTime) {
  return {
    calendarId: calendar.id,
    title: input.title,
    description: input.description,
    startAt: time.start,
    endAt: time.end,
    timeZone: calendar.timeZone,
    allDay: input.allDay,
    startDate: time.startDate,
    endDate: time.endDate,
    type: input.type,
    readOnly: input.readOnly,
    link: input.link,
    words: wordsOf(input.title, customerOf(input)),
  } satisfies ColumnsOf<'events', EventInput, StoredElsewhere>;
}

function customerOf({ name, eMail, phoneNumber }: EventInput) {
  return { name, eMail: eMail ?? '', phoneNumber: phoneNumber ?? '' };
}

function hasCustomer(input: EventInput): boolean {
  const { name, eMail, phoneNumber } = customerOf(input);
  return Boolean(name || eMail || phoneNumber);
}

/** An event with a customer is a visit of one part; any other blocks time. */
async function insertEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: EventInput,
  time: EventTime,
  placement: Placement,
  id: string,
): Promise<void> {
  const { db, clock, user } = context;
  if (!hasCustomer(input)) {
    await db
      .insertInto('events')
      .values({
        ...columns(calendar, input, time),
        ...placement,
        companyId: calendar.companyId,
        id,
        locationId: calendar.locationId,
        userId: user.id,
        createdAt: clock.now(),
        updatedAt: clock.now(),
      })
      .execute();
    return;
  }
  const visit = await newVisit(context, calendar, input, id);
  const part: NewPart = {
    ...placement,
    eventId: id,
    calendarId: calendar.id,
    userId: user.id,
    title: input.title,
    description: input.description,
    start: time.start.toString(),
    end: time.end.toString(),
    startDate: time.startDate?.toString(),
    endDate: time.endDate?.toString(),
    type: input.type,
    readOnly: input.readOnly,
    link: input.link,
    ...withoutService(time),
  };
  if (!(await insertVisit(db, visit, [part], clock.now()))) throw new Refusal(409, 'booking.taken');
  await afterInsert(context, visit, input);
}

const newVisitStatus = 'confirmed';

/** The visit of a customer whom staff enter, with the id of its event. */
async function newVisit(context: SignedIn, calendar: UsableCalendar, input: EventInput, id: string): Promise<NewVisit> {
  const { companyId, locationId, timeZone } = calendar;
  const { language } = context.user;
  const contactId = await findOrCreateContact(context, { companyId, language: '', ...customerOf(input) });
  return {
    ...customerOf(input),
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

async function afterInsert(context: SignedIn, visit: NewVisit, { notify }: EventInput): Promise<void> {
  await countVisits(context, visit.companyId, [visit.contactId]);
  await tellCustomer(context, visit, { notify, canBeUndone: true });
}

function withoutService({ start, end }: EventTime) {
  const minutes = Math.ceil((end.epochMilliseconds - start.epochMilliseconds) / 60_000);
  return { serviceId: null, serviceName: '', minutes, price: 0, bufferBefore: 0, bufferAfter: 0 };
}

async function updateEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: EventInput,
  time: EventTime,
  placement: Placement | undefined,
  before: StoredEvent,
): Promise<void> {
  const { db, clock } = context;
  const changesCalendar = before.calendarId !== calendar.id;
  const known = before.visitId ? await readFacts(db, { companyId: before.companyId, id: before.visitId }) : undefined;
  const becomesVisit = !before.visitId && hasCustomer(input);
  await db
    .updateTable('events')
    .set({
      ...columns(calendar, input, time),
      ...placement,
      ...(changesCalendar ? { locationId: calendar.locationId } : {}),
      ...(becomesVisit && eventFigures(newVisitStatus, 0)),
      updatedAt: clock.now(),
    })
    .where('companyId', '=', before.companyId)
    .where('id', '=', before.id)
    .execute();
  const moved = hasMoved(before, time) || changesCalendar;
  if (before.visitId) await updateVisit(context, calendar, input, before, { moved, known });
  else if (becomesVisit) await addVisit(context, calendar, input, time, before);
}

/** The event becomes a part of a visit. */
async function addVisit(
  context: SignedIn,
  calendar: UsableCalendar,
  input: EventInput,
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
async function updateVisit(
  context: SignedIn,
  calendar: UsableCalendar,
  input: EventInput,
  before: StoredEvent,
  { moved, known }: { moved: boolean; known: Told | undefined },
): Promise<void> {
  const { db, clock } = context;
  const { companyId, visitId } = before;
  const customer = customerOf(input);
  const isOther =
    customer.name !== before.name || customer.eMail !== before.eMail || customer.phoneNumber !== before.phoneNumber;
  const contactId =
    isOther && before.status !== 'held'
      ? await findOrCreateContact(context, { companyId, language: '', ...customer })
      : before.contactId;
  await sql`
    update visits v set start_at = e.start_at, end_at = e.end_at,
      day = coalesce(e.start_date, (e.start_at at time zone v.time_zone)::date),
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
    await tellCustomer(context, visit, { notify, isUndo, canBeUndone: true, before: known });
  }
}

/** The search finds every part by the customer. */
async function renewWords(
  { db }: SignedIn,
  { companyId, parts }: StoredVisit,
  customer: ReturnType<typeof customerOf>,
): Promise<void> {
  const ids = parts.map(({ eventId }) => eventId);
  await sql`
    update events e set words = ${wordsOf(sql`e.title`, customer)}
    where e.company_id = ${companyId} and e.id = any(${ids}::uuid[])`.execute(db);
}
