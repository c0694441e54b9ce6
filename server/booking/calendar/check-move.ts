// Says what the move of an event would ask, before it is saved.
import type { calendars, MoveQuestions } from '#contract/booking/calendar.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { eventTime } from '#server/booking/times/event-time.ts';
import { findCalendar } from '#server/booking/times/find-calendar.ts';
import { findEditable } from '#server/booking/times/find-event.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { completeEvent } from './event-input.ts';
import { moveQuestionsOf } from './place-event.ts';

/** Throws 404 for a calendar or event that the caller may not use, 403 for a read-only event of another person. */
export async function checkMove(context: SignedIn, given: Parsed<typeof calendars.checkMove>): Promise<MoveQuestions> {
  const { db, user } = context;
  const before = await findEditable(context, given.id);
  const calendar = await findCalendar(db, user, given.calendarId ?? before.calendarId, before.locationId);
  if (!calendar) throw notFound();
  const input = await completeEvent(context, given);
  return moveQuestionsOf(context, calendar, eventTime(input, calendar.timeZone), before);
}
