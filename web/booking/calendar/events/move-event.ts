// Moves and resizes events: shows the change at once, saves it, reverts on failure, and offers to undo it.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { showError } from '#web/lib/client/failures.ts';
import { toast, toastWithUndo } from '#web/lib/ui/toast/toasts.ts';
import { dayStart, instantOfWall, zonedAt } from '#web/lib/zones.ts';
import { askToMove, type MoveContext, personOf } from './ask-to-move.ts';
import { cacheEvent, refetchEvents } from './cached-events.ts';
import { formatShortTimes } from './event-text.ts';
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
 * Saves what `cacheMove` shows, after one question; a move that `undoes` another one takes over its answer. Restores
 * `before` on failure, or when the person puts the event back.
 */
export async function saveMove(
  before: CalendarEvent,
  move: Move,
  context: MoveContext,
  undoes?: { notify: boolean },
): Promise<void> {
  const changes = {
    ...move,
    startDate: move.startDate ?? undefined,
    endDate: move.endDate ?? undefined,
  };
  try {
    // A move back leads to where the event has been, and takes the mail back.
    const accepted = undoes
      ? { notify: undoes.notify, isUndo: true, acceptClosed: true, acceptNotDone: true }
      : await askToMove(before, move, context);
    if (!accepted) return cacheEvent(before);
    const options = { zone: context.zone, isMove: true };
    const saved = await saveEvent(toEventInput(before, { ...changes, ...accepted }), options);
    if (saved) return notifyMoved(before, saved, context, { isUndo: undoes !== undefined, notify: accepted.notify });
    cacheEvent(before);
  } catch (error) {
    cacheEvent(before);
    showError(error, i18next.t('calendar.notMoved', { title: before.title }));
  }
  void refetchEvents(before.calendarId);
}

function notifyMoved(
  before: CalendarEvent,
  saved: CalendarEvent,
  context: MoveContext,
  { isUndo, notify }: { isUndo: boolean; notify: boolean },
): void {
  const person = saved.calendarId === before.calendarId ? '' : personOf(saved.calendarId, context);
  const when = [person, formatShortTimes(saved, context.zone)].filter(Boolean).join(', ');
  const undo = {
    label: i18next.t('calendar.undo'),
    run() {
      cacheMove(saved, before);
      void saveMove(saved, { ...timesOf(before), calendarId: before.calendarId }, context, { notify });
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
