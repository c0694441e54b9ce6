// Reads the page before and the page after what is shown, so that turning shows events at once.
import { useEffect } from 'react';
import { calendars } from '#contract/booking/calendar.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { firstWeekday } from '#web/lib/dates.ts';
import type { CalendarView } from './calendar-search.ts';
import { instantsOf, shownDays, turn } from './shown-days.ts';

interface Shown {
  view: CalendarView;
  date: Temporal.PlainDate;
  zone: string;
  /** The calendars shown. */
  ids: readonly string[];
}

/** Begins when what is shown itself has come. */
export function useTurnedPages({ view, date, zone, ids }: Shown, ready: boolean): void {
  const day = date.toString();
  const shown = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day and the ids stand for their objects.
  useEffect(() => {
    if (!ready) return;
    for (const pages of [1, -1]) {
      const range = instantsOf(shownDays(view, turn(view, date, pages), firstWeekday()), zone);
      for (const calendarId of ids) {
        void queryClient.prefetchQuery(query(calendars.getCalendarEvents, { calendarId, ...range }));
      }
    }
  }, [ready, view, day, zone, shown]);
}
