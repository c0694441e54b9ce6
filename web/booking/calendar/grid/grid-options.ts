// The options of FullCalendar, and what the person did, in terms of our events.
import type { CalendarOptions, EventApi } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Times } from '#web/booking/calendar/events/move-event.ts';
import { daysInView } from '#web/booking/calendar/view/shown-days.ts';
import { firstWeekday } from '#web/lib/dates.ts';
import { sheetPlugins } from '#web/lib/ui/time/full-calendar.tsx';
import { toInstantText } from '#web/lib/ui/time/sheet-text.ts';
import { dayStart } from '#web/lib/zones.ts';
import classes from './calendar-grid.module.css';
import { dayHeaderContent } from './day-header.tsx';
import type { DragCancellation } from './use-cancel-drag-on-escape.ts';

export const viewNames = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  days: 'timeGridDays',
  day: 'timeGridDay',
} as const;

const plugins = [...sheetPlugins, dayGrid];

/** The methods of the page that the grid calls. */
export interface GridHandlers {
  zone: string;
  onOpenDay: (date: Temporal.PlainDate) => void;
  onSelect: (times: Times) => void;
  onOpenCard: (event: CalendarEvent, element: HTMLElement) => void;
  onEdit: (event: CalendarEvent) => void;
  /** Dragged or resized with the pointer; saved at once. */
  onMove: (event: CalendarEvent, times: Times) => void;
}

/** The handlers are read at the time of each call. */
export function gridOptions(handlers: { current: GridHandlers }, drag: DragCancellation): CalendarOptions {
  const changed = ({ event, revert }: { event: EventApi; revert: () => void }) => {
    if (drag.wasCancelled()) return revert();
    handlers.current.onMove(itemOf(event), timesOf(event, handlers.current.zone));
  };
  return {
    plugins,
    height: '100%',
    borderless: true,
    navLinks: true,
    navLinkDayClick: (_date, clicked) => handlers.current.onOpenDay(dayOf(clicked)),
    editable: true,
    eventResizableFromStart: true,
    eventInteractive: true,
    forceEventDuration: true,
    unselectAuto: false,
    selectLongPressDelay: 350,
    eventLongPressDelay: 350,
    views: { [viewNames.days]: { type: 'timeGrid', duration: { days: daysInView } } },
    // A line of text fits an event of 15 minutes.
    slotMinHeight: 44,
    slotEventOverlap: false,
    expandRows: true,
    eventShortHeight: 38,
    eventMinHeight: 20,
    dayMaxEvents: true,
    eventOrder: 'start,-duration,title',
    dateClick: ({ view: { type }, dateStr }) => {
      if (type === viewNames.month) handlers.current.onOpenDay(Temporal.PlainDate.from(dateStr.slice(0, 10)));
    },
    select: (range) => handlers.current.onSelect(timesOf(range, handlers.current.zone)),
    eventClick: ({ event, el, jsEvent }) => {
      // FullCalendar passes the key press that stands for a click under the same property.
      const key = 'key' in jsEvent ? jsEvent.key : undefined;
      const element = el.closest<HTMLElement>('[data-event]') ?? el;
      if (key === 'Enter') handlers.current.onEdit(itemOf(event));
      else handlers.current.onOpenCard(itemOf(event), element);
    },
    eventDidMount: ({ el, event, isMirror }) => {
      const item = event.extendedProps.item as CalendarEvent | undefined;
      if (event.display === 'background') return;
      el.dataset.eventType = item?.type ?? 'primary';
      if (item && !isMirror) el.dataset.event = item.id;
    },
    // Make the first day focusable: keyboard users must reach and scroll the hours even if there are no events.
    dayLaneDidMount: ({ el, dow, view: { type } }) => {
      if (type !== viewNames.week || dow === firstWeekday() % 7) el.tabIndex = 0;
    },
    eventDragStart: drag.started,
    eventResizeStart: drag.started,
    eventDragStop: drag.stopped,
    eventResizeStop: drag.stopped,
    eventDrop: changed,
    eventResize: changed,
    dayHeaderContent,
    slotHeaderInnerClass: classes.hour,
    allDayHeaderInnerClass: `${classes.hour} ${classes.allDay}`,
    nonBusinessHoursClass: classes.closed,
    eventClass: classes.event,
    blockEventClass: classes.block,
    backgroundEventClass: ({ view: { type } }) => (type === viewNames.month ? classes.mark : classes.outside),
    columnEventClass: classes.column,
    rowEventClass: classes.row,
    listItemEventClass: classes.listItem,
    // The type's icon replaces the dot.
    listItemEventBeforeClass: classes.dot,
    dayCellTopInnerClass: ({ isToday }) => (isToday ? classes.today : ''),
    eventTimeFormat: { hour: 'numeric', minute: '2-digit' },
  };
}

const itemOf = (event: { extendedProps: Record<string, unknown> }) => event.extendedProps.item as CalendarEvent;

/** Converts FullCalendar's range: texts with an offset, or dates with an exclusive end for whole days. */
function timesOf(range: { allDay: boolean; startStr: string; endStr: string }, zone: string): Times {
  if (range.allDay) {
    const [startDate, endDate] = [range.startStr.slice(0, 10), range.endStr.slice(0, 10)];
    const at = (date: string) => dayStart(Temporal.PlainDate.from(date), zone).toString();
    return { start: at(startDate), end: at(endDate), allDay: true, startDate, endDate };
  }
  return {
    start: toInstantText(range.startStr, zone),
    end: toInstantText(range.endStr, zone),
    allDay: false,
    startDate: null,
    endDate: null,
  };
}

/** FullCalendar marks days with their ISO date. */
function dayOf(clicked: UIEvent): Temporal.PlainDate {
  const element = (clicked.target as Element).closest('[data-date]');
  return Temporal.PlainDate.from((element?.getAttribute('data-date') ?? '').slice(0, 10));
}
