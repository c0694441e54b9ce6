// Lets staff create and update events. A move or a resize is one update; an overlap requires confirmation.
import { randomUUIDv7 } from 'node:crypto';
import type { calendars } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { deleteExpiredHolds, lockCalendar, occupiedRange } from '#server/booking/public/lock-calendar.ts';
import { saveContact } from '#server/customers/contacts/save-contact.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { type EventTime, eventTime } from './event-time.ts';
import { findLane } from './find-lane.ts';
import { eventAsJson, findCalendar, findEvent, type StoredEvent, type UsableCalendar } from './store.ts';

type EventInput = Parsed<typeof calendars.insertEvent>;

/**
 * Creates an event (all-zero id) or updates one. Throws 404 for a calendar or event that the caller may not use, 403
 * for a read-only event of another person, 417 with Key `Start` and `Overlaps: true` when the time is taken and
 * `acceptOverlap` is not set.
 */
export async function saveEvent(context: SignedIn, input: EventInput): Promise<JsonText> {
  const { db, user } = context;
  const calendar = await findCalendar(db, user, input.calendarId);
  if (!calendar) throw notFound();
  const id = input.id === newId ? randomUUIDv7() : input.id;
  await lockCalendars(context, calendar, input);
  const before = input.id === newId ? undefined : await findEditable(context, input.id);
  const time = eventTime(input, calendar.timeZone);
  const placement = await placementOf(context, calendar, input, time, before, id);
  if (before) await updateEvent(context, calendar, input, time, placement, before);
  else if (placement) await insertEvent(context, calendar, input, time, placement, id);
  await saveContact(context, {
    companyId: calendar.companyId,
    name: input.name,
    eMail: input.eMail ?? '',
    phoneNumber: input.phoneNumber ?? '',
  });
  const saved = await eventAsJson(db, user, id);
  if (!saved) throw notFound();
  return saved;
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
async function lockCalendars(context: SignedIn, calendar: UsableCalendar, input: EventInput): Promise<void> {
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
  if (lane > 0 && !input.acceptOverlap) {
    throw new Refusal(417, 'calendar.overlaps', {
      complaints: [{ key: 'Start', code: 'calendar.overlaps' }],
      details: { Overlaps: true },
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
