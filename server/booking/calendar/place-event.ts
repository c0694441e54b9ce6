// The place of an event in a calendar: its time, its lane, and the questions that it raises.
import type { MoveQuestions } from '#contract/booking/calendar.ts';
import type { EventTime } from '#server/booking/times/event-time.ts';
import type { UsableCalendar } from '#server/booking/times/find-calendar.ts';
import type { StoredEvent } from '#server/booking/times/find-event.ts';
import { findTaken, freeLane } from '#server/booking/times/find-taken.ts';
import { deleteExpiredHolds, occupiedTime } from '#server/booking/times/lock-calendar.ts';
import { isClosed } from '#server/booking/times/open-times.ts';
import { listOverlapping } from '#server/booking/times/overlapping.ts';
import { findNotDone } from '#server/booking/visits/not-done.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { CalendarEventInput } from './event-input.ts';

export interface Placement {
  occupied: string;
  lane: number;
  overlapAcceptedBy: string | null;
}

/** Undefined for an event whose time and calendar do not change: an accepted overlap needs no second confirmation. */
export async function placementOf(
  context: SignedIn,
  calendar: UsableCalendar,
  input: CalendarEventInput,
  time: EventTime,
  before: StoredEvent | undefined,
  id: string,
): Promise<Placement | undefined> {
  if (before?.calendarId === calendar.id && !hasMoved(before, time)) return undefined;
  const occupied = occupiedTime(time.start.epochMilliseconds, time.end.epochMilliseconds, before);
  const where = { companyId: calendar.companyId, calendarId: calendar.id };
  await deleteExpiredHolds(context.db, where, occupied, context.clock.now());
  const { lanes, isOutside } = await findTaken(context.db, where, occupied, id);
  const lane = freeLane(lanes);
  const overlaps = lane > 0 || isOutside;
  const asksOverlap = overlaps && !input.acceptOverlap;
  const asksClosed = input.acceptClosed === false && (await isClosedFor(context, calendar, time, before));
  const notDone = input.acceptNotDone === false ? await notDoneBy(context, calendar, before) : [];
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
  return { occupied, lane, overlapAcceptedBy: overlaps ? context.user.id : null };
}

/** The questions that `placementOf` would raise. Reads only: expired holds are passed over. */
export async function moveQuestionsOf(
  context: SignedIn,
  calendar: UsableCalendar,
  time: EventTime,
  before: StoredEvent,
): Promise<MoveQuestions> {
  if (before.calendarId === calendar.id && !hasMoved(before, time)) {
    return { overlaps: false, others: [], isClosed: false, notDone: [] };
  }
  const occupied = occupiedTime(time.start.epochMilliseconds, time.end.epochMilliseconds, before);
  const where = { companyId: calendar.companyId, calendarId: calendar.id };
  const taken = await findTaken(context.db, where, occupied, before.id, context.clock.now());
  const overlaps = taken.lanes.has(0) || taken.isOutside;
  const others = overlaps ? await listOverlapping(context, where, occupied, before.id) : [];
  return {
    overlaps,
    others: others.map(({ Title: title, Name: name, Start: start, End: end, AllDay: allDay }) => {
      return { title, name, start, end, allDay };
    }),
    isClosed: await isClosedFor(context, calendar, time, before),
    notDone: (await notDoneBy(context, calendar, before)).map(({ Person, Service }) => {
      return { person: Person, service: Service };
    }),
  };
}

function isClosedFor({ db }: SignedIn, calendar: UsableCalendar, time: EventTime, before: StoredEvent | undefined) {
  const { companyId, id: calendarId } = calendar;
  const locationId = before?.calendarId === calendarId ? before.locationId : calendar.locationId;
  return isClosed(db, { companyId, calendarId, locationId }, time);
}

/** The person of another calendar, if they do not do the service of the event. */
function notDoneBy({ db }: SignedIn, calendar: UsableCalendar, before: StoredEvent | undefined) {
  const moves = before && before.calendarId !== calendar.id ? [{ ...before, calendarId: calendar.id }] : [];
  return findNotDone(db, calendar.companyId, moves);
}

export function hasMoved(before: StoredEvent, time: EventTime): boolean {
  return !time.start.equals(before.startAt) || !time.end.equals(before.endAt);
}
