// The head of a day's column: weekday, and the number, marked when it is today.
import type { CalendarOptions } from '@fullcalendar/react';
import { useLayoutEffect, useRef } from 'react';
import classes from './day-header.module.css';

type HeaderArg = Parameters<Extract<CalendarOptions['dayHeaderContent'], (...arg: never[]) => unknown>>[0];

/** In a month the columns are weekdays without a number. */
export function dayHeaderContent(arg: HeaderArg) {
  if (!arg.dayNumberText) return <span className={classes.weekday}>{arg.text}</span>;
  return <DayHeader arg={arg} />;
}

function DayHeader({ arg }: { arg: HeaderArg }) {
  const { weekdayText, dayNumberText, isToday, isNarrow } = arg;
  const head = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // FullCalendar's link is named by the date without its weekday: not what stands on it, as who speaks to the page would say it.
    const link = head.current?.closest('[aria-label]');
    const name = link?.getAttribute('aria-label') ?? '';
    const seen = `${weekdayText} ${dayNumberText}`;
    if (link && !name.startsWith(seen)) link.setAttribute('aria-label', `${seen}, ${name}`);
  });
  return (
    <span ref={head} className={classes.head} data-today={isToday || undefined} data-narrow={isNarrow || undefined}>
      <span className={classes.weekday}>{weekdayText}</span> <span className={classes.number}>{dayNumberText}</span>
    </span>
  );
}
