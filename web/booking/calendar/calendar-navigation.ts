// Leads the calendar to other days, views and calendars.
import { dateIn, now } from '#web/lib/dates.ts';
import { type CalendarSearch, type CalendarView, isTeamView } from './view/calendar-search.ts';
import { turnPage } from './view/shown-days.ts';
import type { CalendarContents } from './view/use-calendar-contents.ts';

export type CalendarNavigation = ReturnType<typeof calendarNavigation>;

export function calendarNavigation(
  { all, shown, isTeam, view, chooseView, date, days, zone }: CalendarContents,
  search: CalendarSearch,
  onSearch: (next: CalendarSearch, replace: boolean) => void,
) {
  const updateSearch = (next: Partial<CalendarSearch>, replace = false) => onSearch({ ...search, ...next }, replace);
  const goToDay = (day: Temporal.PlainDate, next: Partial<CalendarSearch> = {}) =>
    updateSearch({ date: day.equals(dateIn(now(), zone)) ? undefined : day.toString(), ...next });
  const isInView = (day: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(day, days.first) >= 0 && Temporal.PlainDate.compare(day, days.after) < 0;
  const onToday = () => updateSearch({ date: undefined });

  return {
    updateSearch,
    goToDay,
    isInView,
    onToday,
    onTurn: (pages: number) => goToDay(turnPage(view, date, pages)),
    onView(next: CalendarView) {
      // The team is shown whole, not only the person whose calendar was open.
      const isJoining = isTeamView(next) && !isTeam && shown.length === 1;
      updateSearch({ view: chooseView(next), ...(isJoining && { calendar: undefined }) });
    },
    /** Shows these calendars. */
    onShow(ids: string[]) {
      const isDefault = isTeam ? ids.length === 0 : ids.length === 1 && ids[0] === all[0]?.id;
      updateSearch({ calendar: isDefault ? undefined : ids.join(',') });
    },
    /** Leaves a view that has today in it as it is. */
    showToday() {
      if (!isInView(dateIn(now(), zone))) onToday();
    },
  };
}
