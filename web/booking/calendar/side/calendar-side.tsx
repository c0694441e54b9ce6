// The side panel: a small month, the calendars to show, and the legend.
import type { ReactNode } from 'react';
import type { Calendar } from '#contract/booking/calendar.ts';
import { CalendarChips } from './calendar-chips.tsx';
import classes from './calendar-side.module.css';
import { Legend } from './legend.tsx';
import { MiniMonth } from './mini-month.tsx';

interface Props {
  calendars: readonly Calendar[];
  shownIds: readonly string[];
  onShow: (ids: string[]) => void;
  /** The views of the team show all who work unless calendars are chosen. */
  isTeam: boolean;
  /** The choice of a location, where the view of the team has no room for it. */
  place?: ReactNode;
  month: Parameters<typeof MiniMonth>[0];
  /** Below the calendars. */
  children?: ReactNode;
}

export function CalendarSide({ calendars, shownIds, onShow, isTeam, place, month, children }: Props) {
  return (
    <div className={classes.side}>
      <MiniMonth {...month} />
      {place}
      {calendars.length > 1 && <CalendarChips {...{ calendars, shownIds, onShow, isTeam }} />}
      {children}
      <Legend />
    </div>
  );
}
