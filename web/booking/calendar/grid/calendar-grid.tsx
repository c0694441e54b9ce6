// The grid of days and hours: FullCalendar, told what to show and asked what the person did.
import type { CalendarRef } from '@fullcalendar/react';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { shiftEvent, type Times, timesOf } from '#web/booking/calendar/events/move-event.ts';
import { statusForKey } from '#web/booking/calendar/events/status-keys.ts';
import type { CalendarView, TeamViewKind } from '#web/booking/calendar/view/calendar-search.ts';
import type { OutsideTime } from '#web/booking/calendar/view/use-shown-events.ts';
import { inZone, now } from '#web/lib/dates.ts';
import { CalendarSheet } from '#web/lib/ui/time/full-calendar.tsx';
import { sheetText } from '#web/lib/ui/time/sheet-text.ts';
import { instantOfWall } from '#web/lib/zones.ts';
import classes from './calendar-grid.module.css';
import { type Edges, eventContent } from './event-content.tsx';
import { type GridHandlers, gridOptions, viewNames } from './grid-options.ts';
import { monthMarks } from './month-marks.ts';
import { firstShownTime, hoursOfDays, weeklyHours } from './open-hours.ts';
import { useCancelDragOnEscape } from './use-cancel-drag-on-escape.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

/** The methods that the page calls on the grid. */
export interface GridHandle {
  /** Clears the selected range. */
  unselect(): void;
}

interface Props extends GridHandlers {
  ref?: Ref<GridHandle>;
  view: Exclude<CalendarView, TeamViewKind>;
  date: Temporal.PlainDate;
  events: readonly CalendarEvent[];
  businessHours: Calendar['businessHours'];
  /** The open times of the days in view. The weekly hours are shown until they are loaded. */
  open?: readonly { start: string; end: string }[] | undefined;
  /** When the people are busy elsewhere. */
  outside: readonly OutsideTime[];
  /** The calendar of the person who looks. */
  ownId: string | undefined;
  /** Set only while several calendars are shown. */
  edges?: Edges;
  /** Moved one step by keyboard; more steps may follow. */
  onStep: (event: CalendarEvent, times: Times) => void;
  /** The state of a visit, chosen by key. */
  onStatus: (event: CalendarEvent, status: VisitStatus) => void;
  onDragging: (dragging: boolean) => void;
  /** A right click or the menu key on an event, or on a time beside them. */
  onMenu: (at: { event: CalendarEvent | undefined; times: Times; x: number; y: number }) => void;
}

export function CalendarGrid(props: Props) {
  const { view, date, zone, events, outside, ownId, businessHours, open, edges } = props;
  const { t } = useTranslation();
  const calendar = useRef<CalendarRef>(null);
  const handlers = useRef(props);
  handlers.current = props;
  const drag = useCancelDragOnEscape((dragging) => handlers.current.onDragging(dragging));
  const focus = useRestoredFocus(events);

  useImperativeHandle(props.ref, () => ({ unselect: () => calendar.current?.getApi().unselect() }), []);

  const elsewhere = useMemo(() => {
    const titleOf = (calendarId: string) =>
      [t(calendarId === ownId ? 'calendar.outside' : 'calendar.busyElsewhere'), edges?.get(calendarId)?.name]
        .filter(Boolean)
        .join(', ');
    if (view !== 'month') return outside.map((time) => toBackground(time, titleOf(time.calendarId), zone));
    return monthMarks(outside, zone, { titleOf, allDay: t('calendar.allDay') });
  }, [outside, ownId, edges, zone, view, t]);
  const inputs = useMemo(() => {
    const behind = Array.isArray(elsewhere) ? elsewhere : [...elsewhere].map(toMark);
    return [...events.map((item) => toEventInput(item, zone)), ...behind];
  }, [events, elsewhere, zone]);
  const dayHint = useMemo(() => {
    const marks = Array.isArray(elsewhere) ? undefined : elsewhere;
    // Marks are hidden from screen readers: the link of their day says when.
    return (day: string, midnight: Date) => {
      const date = Temporal.Instant.fromEpochMilliseconds(midnight.getTime()).toZonedDateTimeISO(zone).toPlainDate();
      return [t('calendar.goToDay', { day }), marks?.get(date.toString())?.spoken].filter(Boolean).join(', ');
    };
  }, [elsewhere, zone, t]);
  const hours = useMemo(
    () => (open ? hoursOfDays(open, zone) : weeklyHours(businessHours)),
    [businessHours, open, zone],
  );
  const content = useMemo(() => eventContent(zone, edges), [zone, edges]);
  const scrollTime = useMemo(() => {
    const current = Temporal.PlainDateTime.from(inZone(now(), zone).slice(0, 19));
    const isToday = view === 'day' && current.toPlainDate().equals(date);
    return firstShownTime(businessHours, isToday ? current.toPlainTime() : undefined);
  }, [businessHours, view, date, zone]);

  // Create the options once: FullCalendar compares them by identity.
  const options = useMemo(() => gridOptions(handlers, drag), [drag]);

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

  function openMenu(event: ReactMouseEvent): void {
    const item = focus.focusedEvent(event.target);
    const times = item && !item.allDay ? timesOf(item) : timesAt(event, zone);
    if (!times || view === 'month') return;
    event.preventDefault();
    props.onMenu({ event: item, times, x: event.clientX, y: event.clientY });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the events inside, which are buttons.
    <div className={classes.grid} onKeyDown={step} onContextMenu={openMenu} {...focus.handlers}>
      <CalendarSheet
        ref={calendar}
        {...options}
        view={viewNames[view]}
        day={date.toString()}
        zone={zone}
        selectable={view !== 'month'}
        businessHours={hours}
        scrollTime={scrollTime}
        events={inputs}
        eventContent={content}
        backgroundEventContent={content}
        allDayText={t('calendar.allDay')}
        moreLinkText={(count) => t('calendar.moreEvents', { count })}
        moreLinkHint={(count) => t('calendar.showMore', { count })}
        closeHint={t('app.close')}
        navLinkHint={dayHint}
        eventsHint={t('calendar.events')}
      />
    </div>
  );
}

/** Half an hour from the last quarter before a place in the hours of a day. */
function timesAt({ target, clientY }: ReactMouseEvent, zone: string): Times | undefined {
  const lane = target instanceof Element ? target.closest<HTMLElement>('[role=cell][data-date]') : null;
  if (!lane) return undefined;
  const { top, height } = lane.getBoundingClientRect();
  const minute = Math.floor((((clientY - top) / height) * 1440) / 15) * 15;
  if (!(minute >= 0 && minute < 1440)) return undefined;
  const wall = Temporal.PlainDateTime.from(`${lane.dataset.date}T00:00`).add({ minutes: minute });
  const start = instantOfWall(wall, zone);
  const end = start.add({ minutes: 30 });
  return { start: start.toString(), end: end.toString(), allDay: false, startDate: null, endDate: null };
}

const moveSteps = (item: CalendarEvent): Record<string, { days?: number; minutes?: number }> => ({
  ...(item.allDay ? {} : { ArrowUp: { minutes: -15 }, ArrowDown: { minutes: 15 } }),
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
});

const resizeSteps = (item: CalendarEvent): Record<string, { days?: number; minutes?: number }> =>
  item.allDay
    ? { ArrowLeft: { days: -1 }, ArrowRight: { days: 1 } }
    : { ArrowUp: { minutes: -15 }, ArrowDown: { minutes: 15 } };

/** A time elsewhere is shown behind the events, and nothing can be done to it here. */
function toBackground({ calendarId, start, end }: OutsideTime, title: string, zone: string) {
  return {
    id: `outside ${calendarId} ${start}`,
    title,
    display: 'background',
    start: sheetText(start, zone),
    end: sheetText(end, zone),
  };
}

/** In a month, a day has no hours: a mark says when the person is busy elsewhere. */
function toMark([date, { title }]: readonly [string, { title: string }]) {
  return { id: `outside ${date}`, title, display: 'background', allDay: true, start: date };
}

function toEventInput(item: CalendarEvent, zone: string) {
  const { id, title, allDay, startDate, endDate, isEditable } = item;
  const isWholeDay = allDay && startDate && endDate;
  return {
    id,
    title,
    allDay: Boolean(isWholeDay),
    start: isWholeDay ? startDate : sheetText(item.start, zone),
    end: isWholeDay ? endDate : sheetText(item.end, zone),
    editable: isEditable,
    extendedProps: { item },
  };
}
