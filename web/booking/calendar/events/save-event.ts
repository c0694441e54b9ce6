// Saves events, and asks before an event overlaps another or takes place outside the working hours.
import i18next from 'i18next';
import { type CalendarEvent, calendars, type MoveQuestions } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Input } from '#contract/lib/service.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { isSame } from '#web/lib/editor/use-versioned-form.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { ask, type Question } from '#web/lib/ui/dialog/ask.ts';
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

export interface SaveOptions {
  /** The zone in which the question names times. */
  zone: string;
  /** A question about closed time then offers to put the event back. */
  isMove?: boolean;
  /** The event as the person opened it: only what they have changed is sent, with its version. */
  opened?: CalendarEvent;
}

/** The warnings that the person has accepted. */
interface Accepted {
  acceptOverlap?: boolean;
  acceptClosed?: boolean;
  acceptNotDone?: boolean;
}

/** The facts that the questions name. */
type Subject = Partial<Pick<EventInput, 'title' | 'name' | 'start' | 'end' | 'allDay'>>;

/**
 * Inserts (all-zero id) or updates an event. Returns undefined if the server asks, and the person declines. Throws
 * `CallError` on any other failure; 409 with another person's version of the `opened` one.
 */
export function saveEvent(input: EventInput, options: SaveOptions): Promise<CalendarEvent | undefined> {
  const isNew = input.id === newId;
  const operation = isNew ? calendars.insertEvent : calendars.updateEvent;
  const opened = isNew ? undefined : options.opened;
  const sent = opened ? { ...changesOf(opened, input), version: opened.version } : input;
  const handlesErrors = opened ? [409] : [];
  const send = async (accepted: Accepted) =>
    cacheSaved(
      await call(
        operation,
        { acceptClosed: false, acceptNotDone: false, ...sent, ...accepted },
        { handlesErrors, asks: true },
      ),
    );
  return saveAsking(send, input, options);
}

const timeFields: readonly string[] = ['start', 'end', 'allDay', 'startDate', 'endDate'];

/** The fields of `input` that differ from the event; of its times all or none. */
export function changesOf(event: CalendarEvent, input: EventInput): EventInput {
  const before: Record<string, unknown> = toEventInput(event);
  const isChanged = (name: string) => !isSame(input[name as keyof EventInput], before[name]);
  const isMoved = timeFields.some(isChanged);
  const changes = Object.entries(input).filter(([name]) =>
    timeFields.includes(name) ? isMoved : name === 'id' || isChanged(name),
  );
  // `id` is among them.
  return Object.fromEntries(changes) as EventInput;
}

/**
 * Sends, and asks when the time overlaps another event, lies outside the working hours, or the person does not do the
 * service. Returns undefined if the answer is no.
 */
export async function saveAsking<T>(
  send: (accepted: Accepted) => Promise<T>,
  subject: Subject,
  options: SaveOptions,
  accepted: Accepted = {},
): Promise<T | undefined> {
  try {
    return await send(accepted);
  } catch (error) {
    const conflict = conflictIn(error);
    if (!conflict) throw error;
    if (!(await ask(questionOf(subject, conflict, options)))) return undefined;
    const { isClosed, overlaps, notDone } = conflict;
    // Another event may have come meanwhile: it is asked about as well.
    return saveAsking(send, subject, options, {
      ...accepted,
      ...(overlaps && { acceptOverlap: true }),
      ...(isClosed && { acceptClosed: true }),
      ...(notDone.length > 0 && { acceptNotDone: true }),
    });
  }
}

/** Deletes an event. It disappears at once and returns on failure. */
export async function deleteEvent(event: CalendarEvent, notify = true): Promise<void> {
  uncacheEvent(event.id);
  try {
    await call(calendars.deleteEvent, { id: event.id, notify });
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

type Overlapping = MoveQuestions['others'][number];

/** In the names of the wire. */
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
  others: Overlapping[];
  isClosed: boolean;
  notDone: { Person: string; Service: string }[];
}

function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof CallError) || error.status !== 417 || !Array.isArray(error.body)) return undefined;
  const items: { Overlaps?: unknown; Closed?: unknown; Others?: OtherEvent[]; NotDone?: Conflict['notDone'] }[] =
    error.body;
  const found = items.find((item) => item.Overlaps === true || item.Closed === true || item.NotDone);
  return (
    found && {
      overlaps: found.Overlaps === true,
      others: (found.Others ?? []).map((other) => {
        const { Title: title, Name: name, Start: start, End: end, AllDay: allDay } = other;
        return { title, name, start, end, allDay };
      }),
      isClosed: found.Closed === true,
      notDone: found.NotDone ?? [],
    }
  );
}

/** How many events the question names. */
const maxNamed = 3;

function questionOf(
  subject: Subject,
  { overlaps, others, isClosed, notDone }: Conflict,
  { zone, isMove }: SaveOptions,
): Question {
  const { t } = i18next;
  const { title = '', name = '', start = '', end = '', allDay = false } = subject;
  const closed = isClosed ? t('calendar.closedTitle', { when: formatShortTimes({ start, end, allDay }, zone) }) : '';
  const events = nameOverlapping(others, zone);
  const overlapping = overlaps ? (events ? t('calendar.overlapWith', { events }) : t('calendar.overlapTitle')) : '';
  const strangers = notDone.map(({ Person: person, Service: service }) => t('desk.notDone', { person, service }));
  const [heading = '', ...more] = [overlapping, closed, ...strangers].filter(Boolean);
  const texts = [
    overlaps && t('calendar.overlapText'),
    isClosed && !overlaps && t('calendar.closedText', { event: eventHeading({ name, title }) }),
    strangers.length > 0 && t('desk.notDoneText'),
  ];
  return {
    title: heading,
    text: [...more, ...texts].filter(Boolean).join(' '),
    confirmLabel: t(isMove && !overlaps ? 'calendar.keepThere' : 'calendar.saveAnyway'),
    ...(isMove && { cancelLabel: t('calendar.putBack') }),
  };
}

/** Names the events of an overlap that the person may see; empty without one. */
export function nameOverlapping(others: readonly Overlapping[], zone: string): string {
  return new Intl.ListFormat(currentLocale()).format(others.slice(0, maxNamed).map((one) => named(one, zone)));
}

/** `“Sanita Rudzīte, Blow-dry” (Tue 24 Nov, 10:00 – 10:30)`, in the quotation marks of the language. */
function named({ title, name, start, end, allDay }: Overlapping, zone: string): string {
  const event = [eventHeading({ name, title }), eventSubtitle({ name, title })].filter(Boolean).join(', ');
  return i18next.t('calendar.overlapping', { event, times: formatShortTimes({ start, end, allDay }, zone) });
}
