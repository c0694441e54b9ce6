// The header of a day's column: weekday and number, marked if it is today.
import type { CalendarOptions } from '@fullcalendar/react';
import { useLayoutEffect, useRef } from 'react';
import classes from './day-header.module.css';

type HeaderArg = Parameters<Extract<CalendarOptions['dayHeaderContent'], (...arg: never[]) => unknown>>[0];

/** The month view's columns show only weekdays. */
export function dayHeaderContent(arg: HeaderArg) {
  if (!arg.dayNumberText) return <span className={classes.weekday}>{arg.text}</span>;
  return <DayHeader arg={arg} />;
}

function DayHeader({ arg }: { arg: HeaderArg }) {
  const { weekdayText, dayNumberText, isToday, isNarrow } = arg;
  const head = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // FullCalendar names its link by the date alone. Voice control needs the visible label at the start of the name.
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
