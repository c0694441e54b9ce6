// Lets staff create and update events. A move or a resize is one update; an overlap requires confirmation.
import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { type CalendarEvent, calendarEvent, type calendars, eventFields } from '#contract/booking/calendar.ts';
import { isDay, newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { deleteExpiredHolds, lockCalendar, occupiedRange } from '#server/booking/public/lock-calendar.ts';
import { findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { completeUpdate, recordIn } from '#server/lib/http/complete-update.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { type EventTime, eventTime } from './event-time.ts';
import { findLane } from './find-lane.ts';
import { isClosed } from './open-times.ts';
import { listOverlapping } from './overlapping.ts';
import { eventAsJson, findCalendar, findEvent, type StoredEvent, type UsableCalendar } from './store.ts';

type GivenEvent = Parsed<typeof calendars.updateEvent>;
/** The input of an insert, or the completed input of an update. */
type EventInput = z.output<typeof wholeEvent>;
const wholeEvent = z.object(eventFields);

/**
 * Creates an event (all-zero id) or updates one. Throws 404 for a calendar or event that the caller may not use, 403
 * for a read-only event of another person, 417 with Key `Start` and `Overlaps: true` when the time is taken and
 * `acceptOverlap` is not set, or `Closed: true` when it is outside the open times and `acceptClosed` is false.
 */
export async function saveEvent(context: SignedIn, given: GivenEvent): Promise<JsonText> {
  const { db, user } = context;
  const isNew = given.id === newId;
  const calendarId = given.calendarId ?? (await findEvent(db, user, given.id))?.calendarId;
  const calendar = calendarId ? await findCalendar(db, user, calendarId) : undefined;
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
  await joinContact(context, calendar, input, before, id);
  const saved = await eventAsJson(db, user, id);
  if (!saved) throw notFound();
  return saved;
}

/** Joins the event to the contact of its person; one whose person stays the same keeps its contact. */
async function joinContact(
  context: SignedIn,
  { companyId }: UsableCalendar,
  { name, eMail = '', phoneNumber = '' }: EventInput,
  before: StoredEvent | undefined,
  id: string,
): Promise<void> {
  const isSame = before?.name === name && before.eMail === eMail && before.phoneNumber === phoneNumber;
  if (isSame && (before.contactId || !(name || eMail || phoneNumber))) return;
  const contactId = await findOrCreateContact(context, { companyId, name, eMail, phoneNumber, language: '' });
  await context.db
    .updateTable('events')
    .set({ contactId })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
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

/**
 * Returns an event that the caller may change. Throws 404 for unknown and foreign ones, 403 for another person's
 * read-only one.
 */
export async function findEditable(context: SignedIn, id: string): Promise<StoredEvent> {
  const event = await findEvent(context.db, context.user, id);
  if (!event) throw notFound();
  if (event.readOnly && event.userId !== context.user.id) throw new Refusal(403, 'calendar.readOnly');
  return event;
}

/** An event that moves to another calendar takes both locks, in the order of their ids. */
async function lockCalendars(context: SignedIn, calendar: UsableCalendar, input: { id: string }): Promise<void> {
  const before = input.id === newId ? undefined : await findEvent(context.db, context.user, input.id);
  const ids = new Set([calendar.id, before?.calendarId ?? calendar.id]);
  for (const id of [...ids].sort()) await lockCalendar(context.db, id);
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
  const occupied = occupiedRange(
    time.start.epochMilliseconds,
    time.end.epochMilliseconds,
    before?.bufferBefore,
    before?.bufferAfter,
  );
  const where = { companyId: calendar.companyId, calendarId: calendar.id };
  await deleteExpiredHolds(context.db, where, occupied, context.clock.now());
  const lane = await findLane(context.db, where, occupied, id);
  const asksOverlap = lane > 0 && !input.acceptOverlap;
  const locationId = before?.calendarId === calendar.id ? before.locationId : calendar.locationId;
  const asksClosed = !input.acceptClosed && (await isClosed(context.db, { ...where, locationId }, time));
  // Both at once: the person answers one question.
  if (asksOverlap || asksClosed) {
    const code = asksOverlap ? 'calendar.overlaps' : 'calendar.closed';
    const others = asksOverlap ? await listOverlapping(context, where, occupied, id) : [];
    throw new Refusal(417, code, {
      complaints: [{ key: 'Start', code }],
      details: { ...(asksOverlap && { Overlaps: true, Others: others }), ...(asksClosed && { Closed: true }) },
    });
  }
  return { occupied, lane, overlapAcceptedBy: lane > 0 ? context.user.id : null };
}

function hasMoved(before: StoredEvent, time: EventTime): boolean {
  return !time.start.equals(before.startAt) || !time.end.equals(before.endAt);
}

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
    sendSms: input.sendSms,
    readOnly: input.readOnly,
    name: input.name,
    phoneNumber: input.phoneNumber ?? '',
    eMail: input.eMail ?? '',
    link: input.link,
  };
}

async function insertEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: EventInput,
  time: EventTime,
  placement: Placement,
  id: string,
): Promise<void> {
  await context.db
    .insertInto('events')
    .values({
      ...columns(calendar, input, time),
      ...placement,
      companyId: calendar.companyId,
      id,
      locationId: calendar.locationId,
      userId: context.user.id,
      status: 'confirmed',
      language: context.user.language,
      createdAt: context.clock.now(),
      updatedAt: context.clock.now(),
    })
    .execute();
}

async function updateEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: EventInput,
  time: EventTime,
  placement: Placement | undefined,
  before: StoredEvent,
): Promise<void> {
  const { db } = context;
  const changesCalendar = before.calendarId !== calendar.id;
  const moved = hasMoved(before, time) || changesCalendar;
  const isFromVisitor = before.userId === null;
  // Staff confirm a visitor's request by giving it the type of a confirmed event.
  const confirms = isFromVisitor && before.status !== 'confirmed' && input.type === 'success';
  await db
    .updateTable('events')
    .set((eb) => ({
      ...columns(calendar, input, time),
      ...placement,
      ...(changesCalendar ? { locationId: calendar.locationId } : {}),
      ...(confirms ? { status: 'confirmed', heldUntil: null, holderHash: null } : {}),
      sequence: moved || confirms ? eb('sequence', '+', 1) : eb.ref('sequence'),
      updatedAt: context.clock.now(),
    }))
    .where('companyId', '=', before.companyId)
    .where('id', '=', before.id)
    .execute();
  if (moved) {
    await db
      .updateTable('actionLinks')
      .set({ expiresAt: time.start })
      .where('companyId', '=', before.companyId)
      .where('eventId', '=', before.id)
      .execute();
  }
  // Notify visitors of every move, except while they have only a hold and have not agreed to mail.
  if (isFromVisitor && confirms) await queueAppointmentMail(context, 'confirmed', before);
  else if (isFromVisitor && moved && before.status !== 'held') {
    await queueAppointmentMail(context, 'changed', before, { previously: before });
  }
}
