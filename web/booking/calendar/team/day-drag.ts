// Drags in the team's day: an event to another time or person, its end, or a range for a new event.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Move, Times } from '#web/booking/calendar/events/move-event.ts';
import {
  clickedTimes,
  type DayScale,
  draggedRange,
  minuteHeight,
  minuteOfDay,
  snap,
  snapMinutes,
  snappedEnd,
  snappedStart,
  timesBetween,
  timesFrom,
} from './day-scale.ts';
import { dragGhost } from './drag-ghost.ts';
import { clockTimes } from './team-event.tsx';
import type { DragSession } from './use-pointer-drag.ts';

interface Sheet {
  sheet: HTMLElement;
  ghost: HTMLElement;
  scale: DayScale;
  zone: string;
}

interface Column {
  calendarId: string;
  left: number;
  width: number;
}

/** Positions in the sheet, which scrolls under the pointer; columns are measured once. */
function measure({ sheet }: Sheet) {
  const elements = [...sheet.querySelectorAll<HTMLElement>('[data-column]')];
  const top = elements[0]?.offsetTop ?? 0;
  const columns = elements.map((element): Column => {
    return {
      calendarId: element.dataset.column ?? '',
      left: element.offsetLeft,
      width: element.offsetWidth,
    };
  });
  const nearest = (x: number) =>
    columns.find(({ left, width }) => x < left + width) ?? columns.at(-1) ?? { calendarId: '', left: 0, width: 0 };
  return {
    top,
    /** The column under a place of the window, and the minute of the day there. */
    at(x: number, y: number): { column: Column; minute: number } {
      const box = sheet.getBoundingClientRect();
      return { column: nearest(x - box.left), minute: (y - box.top - top) / minuteHeight };
    },
  };
}

/** Moves an event between times and columns. `onDrop` gets the calendar only when it is another one. */
export function dragEvent(
  on: Sheet,
  { event, element, from }: { event: CalendarEvent; element: HTMLElement; from: { x: number; y: number } },
  onDrop: (move: Move) => void,
): DragSession {
  const { top, at } = measure(on);
  const ghost = dragGhost(on.ghost);
  const started = at(from.x, from.y);
  const start = minuteOfDay(on.scale, event.start);
  const length = minuteOfDay(on.scale, event.end) - start;
  let last = { calendarId: event.calendarId, start };
  ghost.show(element);
  return {
    move(x, y) {
      const { column, minute } = at(x, y);
      const next = snappedStart(on.scale, start, minute - started.minute);
      if (next === last.start && column.calendarId === last.calendarId && !on.ghost.hidden) return;
      last = { calendarId: column.calendarId, start: next };
      ghost.place(boxOf(column, top, Math.max(0, next), length + Math.min(0, next)), clockTimes(times(next), on.zone));
    },
    drop() {
      ghost.hide();
      const isOther = last.calendarId !== event.calendarId;
      if (isOther || last.start !== start)
        onDrop({ ...times(last.start), ...(isOther && { calendarId: last.calendarId }) });
    },
    cancel: ghost.hide,
  };

  function times(minute: number): Times {
    return timesFrom(on.scale, event, minute);
  }
}

/** Moves the end of an event. */
export function dragEnd(
  on: Sheet,
  { event, element, from }: { event: CalendarEvent; element: HTMLElement; from: { x: number; y: number } },
  onDrop: (times: Times) => void,
): DragSession {
  const { top, at } = measure(on);
  const ghost = dragGhost(on.ghost);
  const start = minuteOfDay(on.scale, event.start);
  const before = minuteOfDay(on.scale, event.end);
  const own = element.closest<HTMLElement>('[data-column]');
  const column = { left: own?.offsetLeft ?? 0, width: own?.offsetWidth ?? 0 };
  let end = before;
  const grabbed = at(from.x, from.y).minute;
  ghost.show(element);
  return {
    move(x, y) {
      const by = at(x, y).minute - grabbed;
      const next = snap(by) === 0 ? before : snappedEnd(on.scale, start, before + by);
      if (next === end && !on.ghost.hidden) return;
      end = next;
      const shown = Math.max(0, start);
      ghost.place(boxOf(column, top, shown, end - shown), clockTimes(timesBetween(on.scale, start, end), on.zone));
    },
    drop() {
      ghost.hide();
      if (end !== before) onDrop(timesBetween(on.scale, start, end));
    },
    cancel: ghost.hide,
  };
}

/** Selects a range of one person for a new event. */
export function dragRange(
  on: Sheet,
  from: { x: number; y: number },
  onDrop: (calendarId: string, times: Times) => void,
): DragSession {
  const { top, at } = measure(on);
  const ghost = dragGhost(on.ghost);
  const { column, minute: start } = at(from.x, from.y);
  let times = clickedTimes(on.scale, start);
  ghost.show(undefined);
  return {
    move(x, y) {
      const { minute } = at(x, y);
      // A long press without a move is a click.
      const isClick = Math.abs(minute - start) < snapMinutes;
      const next = isClick ? clickedTimes(on.scale, start) : draggedRange(on.scale, start, minute);
      if (next.start === times.start && next.end === times.end && !on.ghost.hidden) return;
      times = next;
      const begin = minuteOfDay(on.scale, times.start);
      ghost.place(boxOf(column, top, begin, minuteOfDay(on.scale, times.end) - begin), clockTimes(times, on.zone));
    },
    drop() {
      ghost.hide();
      onDrop(column.calendarId, times);
    },
    cancel: ghost.hide,
  };
}

function boxOf({ left, width }: Pick<Column, 'left' | 'width'>, top: number, minute: number, minutes: number) {
  return { left, top: top + minute * minuteHeight, width: width - 2, height: minutes * minuteHeight };
}
