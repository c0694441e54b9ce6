// Loads the previous and the next page in advance: turning the page then shows events at once.
import { useEffect } from 'react';
import { calendars } from '#contract/booking/calendar.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { firstWeekday } from '#web/lib/dates.ts';
import type { CalendarView } from './calendar-search.ts';
import { instantsOfDays, shownDays, turnPage } from './shown-days.ts';

interface ShownPage {
  view: CalendarView;
  date: Temporal.PlainDate;
  zone: string;
  /** The calendars in view. */
  ids: readonly string[];
}

/** Starts once `ready`, after the page in view has loaded. */
export function usePrefetchPages({ view, date, zone, ids }: ShownPage, ready: boolean): void {
  const day = date.toString();
  const shown = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `day` and `shown` stand for their objects.
  useEffect(() => {
    // A week of the whole team is too much to load in vain.
    if (!ready || view === 'teamWeek') return;
    for (const pages of [1, -1]) {
      const range = instantsOfDays(shownDays(view, turnPage(view, date, pages), firstWeekday()), zone);
      if (view === 'team') void queryClient.prefetchQuery(query(calendars.getTeam, range));
      for (const calendarId of view === 'team' ? [] : ids) {
        void queryClient.prefetchQuery(query(calendars.getCalendarEvents, { calendarId, ...range }));
      }
    }
  }, [ready, view, day, zone, shown]);
}
