// Lets staff create and update events. A move or a resize is one update; an overlap requires confirmation.
import { randomUUIDv7 } from 'node:crypto';
import { newId } from '#contract/lib/fields.ts';
import { type EventTime, eventTime } from '#server/booking/times/event-time.ts';
import { findCalendar, type UsableCalendar } from '#server/booking/times/find-calendar.ts';
import { findEditable, findEvent, type StoredEvent } from '#server/booking/times/find-event.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { eventFigures } from '#server/booking/visits/event-figures.ts';
import { lockVisit } from '#server/booking/visits/find-visit.ts';
import { insertVisit, type NewPart, wordsOf } from '#server/booking/visits/insert-visit.ts';
import { readFacts } from '#server/booking/visits/notify-customer.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import {
  allDayOf,
  type CalendarEventInput,
  completeEvent,
  customerInEvent,
  type GivenEvent,
  hasCustomer,
} from './event-input.ts';
import { hasMoved, type Placement, placementOf } from './place-event.ts';
import { eventAsJson } from './store.ts';
import {
  addVisitToEvent,
  afterInsert,
  newVisit,
  newVisitStatus,
  updateVisitOfEvent,
  withoutService,
} from './visit-of-event.ts';

/** The times and the customer have columns of other names; the rest is about the call. */
type StoredElsewhere =
  | 'start'
  | 'end'
  | keyof ReturnType<typeof customerInEvent>
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
  const found = calendarId ? await findCalendar(db, user, calendarId, place) : undefined;
  if (!found) throw notFound();
  const id = isNew ? randomUUIDv7() : given.id;
  await lockCalendars(context, found, given);
  // Again: its location may have got another zone until the lock was free.
  const calendar = await findCalendar(db, user, found.id, place);
  if (!calendar) throw notFound();
  const before = isNew ? undefined : await findEditable(context, given.id);
  // The contract has validated the input of an insert.
  const input = before
    ? await completeEvent(context, given)
    : { ...(given as unknown as CalendarEventInput), allDay: allDayOf(given) ?? false };
  const time = eventTime(input, calendar.timeZone);
  const placement = await placementOf(context, calendar, input, time, before, id);
  if (before) await updateEvent(context, calendar, input, time, placement, before);
  else if (placement) await insertEvent(context, calendar, input, time, placement, id);
  const saved = await eventAsJson(db, user, id);
  if (!saved) throw notFound();
  return saved;
}

/** An event that moves to another calendar takes both locks, in the order of their ids; then that of its visit. */
async function lockCalendars(context: SignedIn, calendar: UsableCalendar, input: { id: string }): Promise<void> {
  const { db, user } = context;
  const before = input.id === newId ? undefined : await findEvent(db, user, input.id);
  const ids = new Set([calendar.id, before?.calendarId ?? calendar.id]);
  for (const id of [...ids].sort()) await lockCalendar(db, id);
  if (before?.visitId) await lockVisit(db, { companyId: before.companyId, id: before.visitId });
}

/** The columns of the event itself. */
function columns(calendar: UsableCalendar, input: CalendarEventInput, time: EventTime) {
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
    words: wordsOf(input.title, customerInEvent(input)),
  } satisfies ColumnsOf<'events', CalendarEventInput, StoredElsewhere>;
}

/** An event with a customer is a visit of one part; any other blocks time. */
async function insertEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: CalendarEventInput,
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

async function updateEvent(
  context: SignedIn,
  calendar: UsableCalendar,
  input: CalendarEventInput,
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
  if (before.visitId) await updateVisitOfEvent(context, calendar, input, before, { moved, known });
  else if (becomesVisit) await addVisitToEvent(context, calendar, input, time, before);
}
