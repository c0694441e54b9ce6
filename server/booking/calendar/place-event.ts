// The place of an event in a calendar: its time, its lane, and the questions that it raises.

import type { EventTime } from '#server/booking/times/event-time.ts';
import type { UsableCalendar } from '#server/booking/times/find-calendar.ts';
import type { StoredEvent } from '#server/booking/times/find-event.ts';
import { findLane } from '#server/booking/times/find-lane.ts';
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

export function hasMoved(before: StoredEvent, time: EventTime): boolean {
  return !time.start.equals(before.startAt) || !time.end.equals(before.endAt);
}
