// The grid of days and hours: FullCalendar, told what to show and asked what the person did.
import type { CalendarOptions, CalendarRef, EventApi } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import { type KeyboardEvent as ReactKeyboardEvent, type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { shiftEvent, type Times } from '#web/booking/calendar/events/move-event.ts';
import { statusForKey } from '#web/booking/calendar/events/status-keys.ts';
import type { CalendarView, TeamView } from '#web/booking/calendar/view/calendar-search.ts';
import { daysInView } from '#web/booking/calendar/view/shown-days.ts';
import { firstWeekday } from '#web/lib/dates.ts';
import { CalendarSheet, sheetPlugins, toInstantText } from '#web/lib/ui/time/full-calendar.tsx';
import classes from './calendar-grid.module.css';
import { dayHeaderContent } from './day-header.tsx';
import { type Edges, eventContent } from './event-content.tsx';
import { hoursOfDays, weeklyHours } from './open-hours.ts';
import { useCancelDragOnEscape } from './use-cancel-drag-on-escape.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

const viewNames = { month: 'dayGridMonth', week: 'timeGridWeek', days: 'timeGridDays', day: 'timeGridDay' } as const;
const plugins = [...sheetPlugins, dayGrid];

/** The methods that the page calls on the grid. */
export interface GridHandle {
  /** Clears the selected range. */
  unselect(): void;
}

interface Props {
  ref?: Ref<GridHandle>;
  view: Exclude<CalendarView, TeamView>;
  date: Temporal.PlainDate;
  zone: string;
  events: readonly CalendarEvent[];
  businessHours: Calendar['businessHours'];
  /** The open times of the days in view. The weekly hours are shown until they are loaded. */
  open?: readonly { start: string; end: string }[] | undefined;
  /** Set only while several calendars are shown. */
  edges?: Edges;
  onOpenDay: (date: Temporal.PlainDate) => void;
  onSelect: (times: Times) => void;
  onOpenCard: (event: CalendarEvent, element: HTMLElement) => void;
  onEdit: (event: CalendarEvent) => void;
  /** Dragged or resized with the pointer; saved at once. */
  onMove: (event: CalendarEvent, times: Times) => void;
  /** Moved one step by keyboard; more steps may follow. */
  onStep: (event: CalendarEvent, times: Times) => void;
  /** The state of a visit, chosen by key. */
  onStatus: (event: CalendarEvent, status: VisitStatus) => void;
  onDragging: (dragging: boolean) => void;
}

export function CalendarGrid(props: Props) {
  const { view, date, zone, events, businessHours, open, edges } = props;
  const { t } = useTranslation();
  const calendar = useRef<CalendarRef>(null);
  const handlers = useRef(props);
  handlers.current = props;
  const drag = useCancelDragOnEscape((dragging) => handlers.current.onDragging(dragging));
  const focus = useRestoredFocus(events);

  useImperativeHandle(props.ref, () => ({ unselect: () => calendar.current?.getApi().unselect() }), []);

  const inputs = useMemo(() => events.map(toEventInput), [events]);
  const hours = useMemo(
    () => (open ? hoursOfDays(open, zone) : weeklyHours(businessHours)),
    [businessHours, open, zone],
  );
  const content = useMemo(() => eventContent(zone, edges), [zone, edges]);

  // Create the options once: FullCalendar compares them by identity. Handlers read current props from the ref.
  const options = useMemo<CalendarOptions>(() => {
    const itemOf = (event: { extendedProps: Record<string, unknown> }) => event.extendedProps.item as CalendarEvent;
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
      columnEventClass: classes.column,
      rowEventClass: classes.row,
      listItemEventClass: classes.listItem,
      // The type's icon replaces the dot.
      listItemEventBeforeClass: classes.dot,
      dayCellTopInnerClass: ({ isToday }) => (isToday ? classes.today : ''),
      eventTimeFormat: { hour: 'numeric', minute: '2-digit' },
    };
  }, [drag]);

  /** Alt with an arrow key moves the focused event; Shift as well moves its end. Letters change its state. */
  function step(event: ReactKeyboardEvent): void {
    const item = focus.focusedEvent(event.target);
    if (!item) return;
    const status = statusForKey(item, event);
    if (status) {
      event.preventDefault();
      event.stopPropagation();
      props.onStatus(item, status);
    }
    if (!event.altKey) return;
    const by = event.shiftKey ? resizeSteps(item)[event.key] : moveSteps(item)[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const times = item.isEditable && shiftEvent(item, by, zone, event.shiftKey);
    if (times) props.onStep(item, times);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the events inside, which are buttons.
    <div className={classes.grid} onKeyDown={step} {...focus.handlers}>
      <CalendarSheet
        ref={calendar}
        {...options}
        view={viewNames[view]}
        day={date.toString()}
        zone={zone}
        selectable={view !== 'month'}
        businessHours={hours}
        scrollTime={scrollTimeOf(businessHours)}
        events={inputs}
        eventContent={content}
        allDayText={t('calendar.allDay')}
        moreLinkText={(count) => t('calendar.moreEvents', { count })}
        moreLinkHint={(count) => t('calendar.showMore', { count })}
        closeHint={t('app.close')}
        navLinkHint={(day) => t('calendar.goToDay', { day })}
        eventsHint={t('calendar.events')}
      />
    </div>
  );
}

const moveSteps = (item: CalendarEvent): Record<string, Temporal.DurationLike> => ({
  ...(item.allDay ? {} : { ArrowUp: { minutes: -15 }, ArrowDown: { minutes: 15 } }),
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
});

const resizeSteps = (item: CalendarEvent): Record<string, Temporal.DurationLike> =>
  item.allDay
    ? { ArrowLeft: { days: -1 }, ArrowRight: { days: 1 } }
    : { ArrowUp: { minutes: -15 }, ArrowDown: { minutes: 15 } };

function toEventInput(item: CalendarEvent) {
  const { id, title, allDay, startDate, endDate, isEditable } = item;
  const isWholeDay = allDay && startDate && endDate;
  return {
    id,
    title,
    allDay: Boolean(isWholeDay),
    start: isWholeDay ? startDate : item.start,
    end: isWholeDay ? endDate : item.end,
    editable: isEditable,
    extendedProps: { item },
  };
}

/** Converts FullCalendar's range: texts with an offset, or dates with an exclusive end for whole days. */
function timesOf(range: { allDay: boolean; startStr: string; endStr: string }, zone: string): Times {
  if (range.allDay) {
    const [startDate, endDate] = [range.startStr.slice(0, 10), range.endStr.slice(0, 10)];
    const at = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString();
    return { start: at(startDate), end: at(endDate), allDay: true, startDate, endDate };
  }
  return {
    start: toInstantText(range.startStr),
    end: toInstantText(range.endStr),
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

/** Scrolls to one hour before the earliest opening time. */
function scrollTimeOf(hours: Calendar['businessHours']): string {
  const first = hours.map(({ start }) => start).sort()[0] ?? '09:00';
  const hour = Math.max(0, Number(first.slice(0, 2)) - 1);
  return `${String(hour).padStart(2, '0')}:00`;
}
