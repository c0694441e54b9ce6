// Moves and resizes events: shows the change at once, saves it, reverts on failure, and offers to undo it.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { showError } from '#web/lib/client/failures.ts';
import { now } from '#web/lib/dates.ts';
import { type Choice, choose } from '#web/lib/ui/dialog/ask.ts';
import { toast, toastWithUndo } from '#web/lib/ui/toast/toasts.ts';
import { dayStart, instantOfWall, zonedAt } from '#web/lib/zones.ts';
import { mailWords } from '#web/messaging/mail/mail-states.ts';
import { cacheEvent, refetchEvents } from './cached-events.ts';
import { eventHeading, formatShortTimes } from './event-text.ts';
import { saveEvent, toEventInput } from './save-event.ts';

/** New times of an event, in the contract's fields. */
export type Times = Pick<CalendarEvent, 'start' | 'end' | 'allDay' | 'startDate' | 'endDate'>;

/** New times, and the calendar of the person to whom the event moves. */
export type Move = Times & Partial<Pick<CalendarEvent, 'calendarId'>>;

/** Shows the new times before they are saved. */
export function cacheMove(event: CalendarEvent, move: Move): CalendarEvent {
  const moved = { ...event, ...move };
  cacheEvent(moved);
  return moved;
}

/**
 * Saves what `cacheMove` shows. Asks first whether to tell a customer with an address; a move that `undoes` another one
 * takes over that answer. Restores `before` on failure, or when the person cancels.
 */
export async function saveMove(
  before: CalendarEvent,
  move: Move,
  zone: string,
  undoes?: { notify: boolean },
): Promise<void> {
  const changes = {
    ...move,
    startDate: move.startDate ?? undefined,
    endDate: move.endDate ?? undefined,
  };
  try {
    const told = undoes ? 'confirm' : await askToNotify(before, move, zone);
    if (told === 'cancel') return cacheEvent(before);
    const notify = undoes?.notify ?? told === 'confirm';
    // A move back leads to where the event has been, and takes the mail back.
    const accepted = { notify, ...(undoes && { isUndo: true, acceptClosed: true, acceptNotDone: true }) };
    const saved = await saveEvent(toEventInput(before, { ...changes, ...accepted }), { zone, isMove: true });
    if (saved) return notifyMoved(before, saved, zone, { isUndo: undoes !== undefined, notify });
    cacheEvent(before);
  } catch (error) {
    cacheEvent(before);
    showError(error, i18next.t('calendar.notMoved', { title: before.title }));
  }
  void refetchEvents(before.calendarId);
}

/** Without a customer who would hear of the move, the answer is yes. */
async function askToNotify(before: CalendarEvent, times: Times, zone: string): Promise<Choice> {
  if (!hearsOfChanges({ ...before, ...times })) return 'confirm';
  const name = eventHeading(before);
  const when = formatShortTimes(times, zone);
  const stored = await mailWords('visit', '');
  return choose({
    title: i18next.t('desk.tellTitle', { name }),
    text: stored ? `${before.title}: ${when}. ${stored}` : i18next.t('desk.tellText', { event: before.title, when }),
    confirmLabel: i18next.t('desk.tell', { name }),
    otherLabel: i18next.t('desk.tellNot'),
    cancelLabel: i18next.t('calendar.putBack'),
  });
}

/** Whether the customer of an event is told of changes: by e-mail, before the visit. */
export function hearsOfChanges({ eMail, status, end }: Pick<CalendarEvent, 'eMail' | 'status' | 'end'>): boolean {
  const isAhead = status === 'requested' || status === 'confirmed';
  return eMail !== '' && isAhead && Temporal.Instant.compare(end, now()) > 0;
}

function notifyMoved(
  before: CalendarEvent,
  saved: CalendarEvent,
  zone: string,
  { isUndo, notify }: { isUndo: boolean; notify: boolean },
): void {
  const when = formatShortTimes(saved, zone);
  const undo = {
    label: i18next.t('calendar.undo'),
    run() {
      cacheMove(saved, before);
      void saveMove(saved, { ...timesOf(before), calendarId: before.calendarId }, zone, { notify });
    },
  };
  if (isUndo) toast('success', i18next.t('calendar.movedBack', { when }));
  else toastWithUndo(i18next.t('calendar.moved', { when }), undo);
}

export function timesOf({ start, end, allDay, startDate, endDate }: CalendarEvent): Times {
  return { start, end, allDay, startDate, endDate };
}

/** Shifts an event by a duration in wall time; `resize` shifts only its end. */
export function shiftEvent(
  event: CalendarEvent,
  by: { days?: number; minutes?: number },
  zone: string,
  resize = false,
): Times | undefined {
  if (event.allDay && event.startDate && event.endDate) {
    const duration = Temporal.Duration.from(by);
    if (!duration.days) return undefined;
    const first = Temporal.PlainDate.from(event.startDate);
    const after = Temporal.PlainDate.from(event.endDate).add(duration);
    return allDayTimes(resize ? first : first.add(duration), after, zone);
  }
  const { days = 0, minutes = 0 } = by;
  const shift = (text: string) => {
    const at = Temporal.Instant.from(text);
    return (days === 0 ? at : instantOfWall(zonedAt(at, zone).toPlainDateTime().add({ days }), zone)).add({ minutes });
  };
  const start = resize ? Temporal.Instant.from(event.start) : shift(event.start);
  // A moved event keeps its duration across a clock change.
  const length = Temporal.Instant.from(event.start).until(event.end);
  const end = resize ? shift(event.end) : start.add(length);
  if (Temporal.Instant.compare(start, end) >= 0) return undefined;
  return { start: start.toString(), end: end.toString(), allDay: false, startDate: null, endDate: null };
}

/** All-day times from `first` to `after` (exclusive); undefined if the range is empty. */
export function allDayTimes(first: Temporal.PlainDate, after: Temporal.PlainDate, zone: string): Times | undefined {
  if (Temporal.PlainDate.compare(first, after) >= 0) return undefined;
  return {
    start: dayStart(first, zone).toString(),
    end: dayStart(after, zone).toString(),
    allDay: true,
    startDate: first.toString(),
    endDate: after.toString(),
  };
}
