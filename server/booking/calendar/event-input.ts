// The input of an event: completed for an update, and the customer in it.
import { z } from 'zod';
import { type CalendarEvent, calendarEvent, type calendars, eventFields } from '#contract/booking/calendar.ts';
import { isDay } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { completeUpdate, recordIn } from '#server/lib/http/complete-update.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { eventAsJson } from './store.ts';

export type GivenEvent = Parsed<typeof calendars.updateEvent>;

/** The input of an insert, or the completed input of an update. */
export type CalendarEventInput = z.output<typeof wholeEvent>;

const wholeEvent = z.object(eventFields);

/**
 * Adds the present values of the omitted fields. The dates of an all-day event that are sent as they were do not count
 * when its Start or End changes: a client that does not know them moves the event by Start and End.
 */
export async function completeEvent(context: SignedIn, given: GivenEvent): Promise<CalendarEventInput> {
  const answer = await eventAsJson(context.db, context.user, given.id);
  if (!answer) throw notFound();
  // By the contract.
  const present = recordIn(calendarEvent, answer) as CalendarEvent;
  if (given.version !== undefined && given.version !== present.version) {
    throw new Refusal(409, 'grid.changed', { details: { Row: JSON.parse(answer.text) } });
  }
  const { startDate, endDate, ...input } = completeUpdate<CalendarEventInput>(
    eventFields,
    { ...given, ...(allDayOf(given) === undefined ? {} : { allDay: allDayOf(given) }) },
    present,
  );
  return {
    ...input,
    ...(!isStale([given.start, given.startDate], [present.start, present.startDate]) && { startDate }),
    ...(!isStale([given.end, given.endDate], [present.end, present.endDate]) && { endDate }),
  };
}

/** An event whose start and end are dates is all-day unless the input says otherwise; undefined when neither says. */
export function allDayOf({ allDay, start = '', end = '' }: Partial<GivenEvent>): boolean | undefined {
  return allDay ?? (isDay(start) && isDay(end) ? true : undefined);
}

type Edge = readonly [time: string | undefined, date: string | null | undefined];

/** Whether the time of a start or an end changes and its date does not. */
function isStale([time, date]: Edge, [presentTime = '', presentDate]: Edge): boolean {
  if (time === undefined) return false;
  const moves = isDay(time) || !Temporal.Instant.from(time).equals(presentTime);
  return moves && (date === undefined || date === presentDate);
}

export function customerInEvent({ name, eMail, phoneNumber }: CalendarEventInput) {
  return { name, eMail: eMail ?? '', phoneNumber: phoneNumber ?? '' };
}

export function hasCustomer(input: CalendarEventInput): boolean {
  const { name, eMail, phoneNumber } = customerInEvent(input);
  return Boolean(name || eMail || phoneNumber);
}
