// The line of the present across all columns. It moves by itself: the columns are not rendered with it.
import { useEffect, useState } from 'react';
import { now } from '#web/lib/dates.ts';
import { type DayScale, minuteHeight, minuteOfDay } from './day-scale.ts';
import classes from './team-day.module.css';

export function NowLine({ scale }: { scale: DayScale }) {
  const [at, setAt] = useState(() => now());
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const minute = minuteOfDay(scale, at.toString());
  if (minute < 0 || minute > scale.minutes) return null;
  return <div className={classes.now} style={{ insetBlockStart: minute * minuteHeight }} />;
}
