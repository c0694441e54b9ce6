// The view that the calendar opens with: the week, on small screens a day or three days, or the last choice there.
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type CalendarView, calendarViews, isTeamView } from './calendar-search.ts';

const atOnce = { getInitialValueInEffect: false };

/** `hasTeam`: the user sees calendars of colleagues. */
export function useCalendarView(inAddress: CalendarView | undefined, hasTeam: boolean) {
  const isPhone = useMediaQuery('(width < 30em)', undefined, atOnce);
  const isSmall = useMediaQuery('(width < 48em)', undefined, atOnce);
  const [chosen, choose] = useLocalStorage<CalendarView | ''>({
    key: 'daybook-calendar-view',
    defaultValue: '',
    ...atOnce,
  });
  const lastChosen = calendarViews.find((view) => view === chosen && (hasTeam || !isTeamView(view)));
  const small = lastChosen ?? (isPhone ? 'day' : 'days');
  const view = inAddress ?? (isSmall ? small : 'week');
  return {
    view,
    /** The screen is narrower than 768 px. */
    isSmall,
    /**
     * Three days are offered where a week is narrow. The day of the team leads to its week, except on a small screen,
     * which has no room for that choice.
     */
    views: calendarViews.filter((one) => {
      if (isTeamView(one)) return (hasTeam || isTeamView(view)) && (one === 'team' || isSmall);
      return one !== 'days' || view === 'days' || isSmall;
    }),
    /** Remembers a choice on a small screen. Returns the view for the address. */
    chooseView(next: CalendarView): CalendarView | undefined {
      if (isSmall) choose(next);
      return !isSmall && next === 'week' ? undefined : next;
    },
  };
}
