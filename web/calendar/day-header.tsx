// The head of a day's column: weekday, and the number, marked when it is today.
import type { CalendarOptions } from '@fullcalendar/react';
import classes from './day-header.module.css';

type Drawn = Parameters<Extract<CalendarOptions['dayHeaderContent'], (...drawn: never[]) => unknown>>[0];

/** In a month the columns are weekdays without a number. */
export function dayHeaderContent(drawn: Drawn) {
  if (!drawn.dayNumberText) return <span className={classes.weekday}>{drawn.text}</span>;
  return (
    <span className={classes.head} data-today={drawn.isToday || undefined} data-narrow={drawn.isNarrow || undefined}>
      <span className={classes.weekday}>{drawn.weekdayText}</span>
      <span className={classes.number}>{drawn.dayNumberText}</span>
    </span>
  );
}
