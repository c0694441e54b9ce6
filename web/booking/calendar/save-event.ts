// Saves events, and asks before an event overlaps another or takes place outside the working hours.
import i18next from 'i18next';
import { type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Input } from '#contract/lib/service.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { ask, type Question } from '#web/lib/ui/ask.ts';
import { cacheEvent, refetchEvents, uncacheEvent } from './cached-events.ts';
import { eventHeading, eventSubtitle, formatShortTimes } from './event-text.ts';

export type EventInput = Input<typeof calendars.updateEvent>;

/** Returns the input that saves an event unchanged except for `changes`. */
export function toEventInput(event: CalendarEvent, changes: Partial<EventInput> = {}): EventInput {
  const { id, calendarId, title, description, start, end, allDay, type, sendSms, readOnly, name, link } = event;
  return {
    ...{ id, calendarId, title, description, start, end, allDay, type, sendSms, readOnly, name, link },
    // Every field is sent, also an empty one: an update keeps what it omits.
    startDate: event.startDate,
    endDate: event.endDate,
    phoneNumber: event.phoneNumber,
    eMail: event.eMail,
    ...changes,
  };
}

interface SaveOptions {
  /** The zone in which the question names times. */
  zone: string;
  /** A question about closed time then offers to put the event back. */
  isMove?: boolean;
}

/**
 * Inserts (all-zero id) or updates an event. Returns undefined if it would overlap another or take place outside the
 * working hours, and the person declines. Throws `CallError` on any other failure.
 */
export async function saveEvent(input: EventInput, options: SaveOptions): Promise<CalendarEvent | undefined> {
  const operation = input.id === newId ? calendars.insertEvent : calendars.updateEvent;
  try {
    return cacheSaved(await call(operation, { acceptClosed: false, ...input }));
  } catch (error) {
    const conflict = conflictIn(error);
    if (!conflict) throw error;
    if (!(await ask(questionOf(input, conflict, options)))) return undefined;
    const { isClosed, overlaps } = conflict;
    // Another event may have come meanwhile: it is asked about as well.
    return saveEvent(
      { ...input, ...(overlaps && { acceptOverlap: true }), ...(isClosed && { acceptClosed: true }) },
      options,
    );
  }
}

/** Deletes an event. It disappears at once and returns on failure. */
export async function deleteEvent(event: CalendarEvent): Promise<void> {
  uncacheEvent(event.id);
  try {
    await call(calendars.deleteEvent, { id: event.id });
  } catch (error) {
    cacheEvent(event);
    throw error;
  } finally {
    void refetchEvents(event.calendarId);
  }
}

function cacheSaved(saved: CalendarEvent): CalendarEvent {
  cacheEvent(saved);
  void refetchEvents(saved.calendarId);
  return saved;
}

interface OtherEvent {
  Title: string;
  Name: string;
  Start: string;
  End: string;
  AllDay: boolean;
}

/** The rejections that the person may override. */
interface Conflict {
  overlaps: boolean;
  /** The events of the overlap that the person may see. */
  others: OtherEvent[];
  isClosed: boolean;
}

function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof CallError) || error.status !== 417 || !Array.isArray(error.body)) return undefined;
  const items: { Key?: unknown; Overlaps?: unknown; Closed?: unknown; Others?: OtherEvent[] }[] = error.body;
  const found = items.find((item) => item.Key === 'Start' && (item.Overlaps === true || item.Closed === true));
  return found && { overlaps: found.Overlaps === true, others: found.Others ?? [], isClosed: found.Closed === true };
}

/** How many events the question names. */
const maxNamed = 3;

function questionOf(
  input: EventInput,
  { overlaps, others, isClosed }: Conflict,
  { zone, isMove }: SaveOptions,
): Question {
  const { t } = i18next;
  const { title = '', name = '', start = '', end = '', allDay = false } = input;
  const closed = isClosed ? t('calendar.closedTitle', { when: formatShortTimes({ start, end, allDay }, zone) }) : '';
  if (!overlaps) {
    return {
      title: closed,
      text: t('calendar.closedText', { event: eventHeading({ name, title }) }),
      confirmLabel: t(isMove ? 'calendar.keepThere' : 'calendar.saveAnyway'),
      ...(isMove && { cancelLabel: t('calendar.putBack') }),
    };
  }
  const events = new Intl.ListFormat(currentLocale()).format(others.slice(0, maxNamed).map((one) => named(one, zone)));
  return {
    title: events ? t('calendar.overlapWith', { events }) : t('calendar.overlapTitle'),
    text: [closed, t('calendar.overlapText')].filter(Boolean).join(' '),
    confirmLabel: t('calendar.saveAnyway'),
    ...(isMove && { cancelLabel: t('calendar.putBack') }),
  };
}

/** `“Sanita Rudzīte, Blow-dry” (Tue 24 Nov, 10:00 – 10:30)` */
function named({ Title: title, Name: name, Start: start, End: end, AllDay: allDay }: OtherEvent, zone: string): string {
  const event = [eventHeading({ name, title }), eventSubtitle({ name, title })].filter(Boolean).join(', ');
  return `“${event}” (${formatShortTimes({ start, end, allDay }, zone)})`;
}
