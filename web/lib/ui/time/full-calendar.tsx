// FullCalendar for all sheets of days and hours, in the page's locale, the calendar's zone and the product's colours.
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import './full-calendar.css';
import FullCalendar, { type CalendarOptions, type CalendarRef } from '@fullcalendar/react';
import interaction from '@fullcalendar/react/interaction';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import { type RefObject, useCallback, useEffect } from 'react';
import { firstWeekday, inZone, now } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { sheetText } from './sheet-text.ts';

/** The plugins of every sheet; a sheet with more views adds theirs. */
export const sheetPlugins = [classicTheme, timeGrid, interaction];

/** FullCalendar compares options by identity: these are constant, and each sheet memoizes its own. */
const shared = {
  plugins: sheetPlugins,
  headerToolbar: false,
  nowIndicator: true,
  selectMirror: true,
  slotDuration: '00:30',
  snapDuration: '00:15',
  slotHeaderInterval: '01:00',
  // Without minutes, German and French would add a word.
  slotHeaderFormat: { hour: 'numeric', minute: '2-digit' },
} as const satisfies CalendarOptions;

interface Props extends Omit<CalendarOptions, 'initialView' | 'initialDate' | 'timeZone' | 'locale' | 'firstDay'> {
  ref: RefObject<CalendarRef | null>;
  /** FullCalendar's name of the view. */
  view: string;
  /** The first day shown, or any day of the view (`2026-11-23`). */
  day: string;
  zone: string;
}

export function CalendarSheet({ ref, view, day, zone, ...options }: Props) {
  // Runs after the render: FullCalendar renders synchronously, which React forbids during its own rendering.
  useEffect(() => {
    queueMicrotask(() => ref.current?.getApi().changeView(view, day));
  }, [ref, view, day]);
  const current = useCallback(() => sheetText(inZone(now(), zone), zone), [zone]);
  return (
    <FullCalendar
      ref={ref}
      {...shared}
      {...options}
      initialView={view}
      initialDate={day}
      timeZone={zone}
      locale={currentLocale()}
      firstDay={firstWeekday() % 7}
      now={current}
    />
  );
}
