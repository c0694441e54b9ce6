// Staff make and change events. A move or a resize is one update; an overlap is asked about before it is saved.
import { randomUUIDv7 } from 'node:crypto';
import type { calendars } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { deleteExpiredHolds, lockCalendar, occupiedRange } from '#server/booking/public/lock-calendar.ts';
import { keepContact } from '#server/customers/contacts/keep-contact.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { type EventTime, eventTime } from './event-time.ts';
import { findLane } from './find-lane.ts';
import { eventAsJson, findCalendar, findEvent, type StoredEvent, type UsableCalendar } from './store.ts';

type Wish = Parsed<typeof calendars.insertEvent>;

/**
 * The all-zero id makes an event, any other changes one. 404 for a calendar or event the caller may not use, 403 for a read-only event
 * of somebody else, 417 with Key `Start` and `Overlaps: true` when the time is taken and `acceptOverlap` is not set.
 */
export async function saveEvent(context: SignedIn, wish: Wish): Promise<JsonText> {
  const { db, user } = context;
  const calendar = await findCalendar(db, user, wish.calendarId);
  if (!calendar) throw notFound();
  const id = wish.id === newId ? randomUUIDv7() : wish.id;
  await lockCalendars(context, calendar, wish);
  const before = wish.id === newId ? undefined : await findChangeable(context, wish.id);
  const time = eventTime(wish, calendar.timeZone);
  const place = await placeOf(context, calendar, wish, time, before, id);
  if (before) await change(context, calendar, wish, time, place, before);
  else if (place) await make(context, calendar, wish, time, place, id);
  await keepContact(context, {
    companyId: calendar.companyId,
    name: wish.name,
    eMail: wish.eMail ?? '',
    phoneNumber: wish.phoneNumber ?? '',
  });
  const saved = await eventAsJson(db, user, id);
  if (!saved) throw notFound();
  return saved;
}

/** The event, for someone who may change it. 404 for unknown and foreign ones, 403 for a read-only one of somebody else. */
export async function findChangeable(context: SignedIn, id: string): Promise<StoredEvent> {
  const event = await findEvent(context.db, context.user, id);
  if (!event) throw notFound();
  if (event.readOnly && event.userId !== context.user.id) throw new Refusal(403, 'calendar.readOnly');
  return event;
}

/** An event that moves to another calendar takes both locks, in the order of their ids. */
async function lockCalendars(context: SignedIn, calendar: UsableCalendar, wish: Wish): Promise<void> {
  const before = wish.id === newId ? undefined : await findEvent(context.db, context.user, wish.id);
  const ids = new Set([calendar.id, before?.calendarId ?? calendar.id]);
  for (const id of [...ids].sort()) await lockCalendar(context.db, id);
}

interface Place {
  occupied: string;
  lane: number;
  overlapAcceptedBy: string | null;
}

/** Undefined for an event that stays where it is: an overlap accepted before is not asked about again. */
async function placeOf(
  context: SignedIn,
  calendar: UsableCalendar,
  wish: Wish,
  time: EventTime,
  before: StoredEvent | undefined,
  id: string,
): Promise<Place | undefined> {
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
  if (lane > 0 && !wish.acceptOverlap) {
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

function columns(calendar: UsableCalendar, wish: Wish, time: EventTime) {
  return {
    calendarId: calendar.id,
    title: wish.title,
    description: wish.description,
    startAt: time.start,
    endAt: time.end,
    timeZone: calendar.timeZone,
    allDay: wish.allDay,
    startDate: time.startDate,
    endDate: time.endDate,
    type: wish.type,
    sendSms: wish.sendSms,
    readOnly: wish.readOnly,
    name: wish.name,
    phoneNumber: wish.phoneNumber ?? '',
    eMail: wish.eMail ?? '',
    link: wish.link,
  };
}

async function make(
  context: SignedIn,
  calendar: UsableCalendar,
  wish: Wish,
  time: EventTime,
  place: Place,
  id: string,
): Promise<void> {
  await context.db
    .insertInto('events')
    .values({
      ...columns(calendar, wish, time),
      ...place,
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

async function change(
  context: SignedIn,
  calendar: UsableCalendar,
  wish: Wish,
  time: EventTime,
  place: Place | undefined,
  before: StoredEvent,
): Promise<void> {
  const { db } = context;
  const changesCalendar = before.calendarId !== calendar.id;
  const moved = hasMoved(before, time) || changesCalendar;
  const isVisitors = before.userId === null;
  // Staff who give a visitor's request the type of a confirmed event confirm it.
  const confirms = isVisitors && before.status !== 'confirmed' && wish.type === 'success';
  await db
    .updateTable('events')
    .set((eb) => ({
      ...columns(calendar, wish, time),
      ...place,
      ...(changesCalendar ? { locationId: calendar.locationId } : {}),
      ...(confirms ? { status: 'confirmed', heldUntil: null } : {}),
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
  // A visitor learns of every move, but for one who has not agreed to any mail yet.
  if (isVisitors && confirms) await queueAppointmentMail(context, 'confirmed', before);
  else if (isVisitors && moved && before.status !== 'held') {
    await queueAppointmentMail(context, 'changed', before, { previously: before });
  }
}
