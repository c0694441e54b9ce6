// The view that the calendar opens with: the week, on small screens a day or three days, or the last choice there.
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type CalendarView, calendarViews } from './calendar-search.ts';

const atOnce = { getInitialValueInEffect: false };

export function useCalendarView(inAddress: CalendarView | undefined) {
  const isPhone = useMediaQuery('(width < 30em)', undefined, atOnce);
  const isSmall = useMediaQuery('(width < 48em)', undefined, atOnce);
  const [chosen, choose] = useLocalStorage<CalendarView | ''>({
    key: 'daybook-calendar-view',
    defaultValue: '',
    ...atOnce,
  });
  const small = calendarViews.find((view) => view === chosen) ?? (isPhone ? 'day' : 'days');
  const view = inAddress ?? (isSmall ? small : 'week');
  return {
    view,
    /** Three days are offered where a week is narrow. */
    views: calendarViews.filter((one) => one !== 'days' || view === 'days' || (isSmall && !isPhone)),
    /** Remembers a choice on a small screen. Returns the view for the address. */
    chooseView(next: CalendarView): CalendarView | undefined {
      if (isSmall) choose(next);
      return !isSmall && next === 'week' ? undefined : next;
    },
  };
}
