// The person's own calendar in a smaller frame, the same as on the calendars screen.
import { useState } from 'react';
import type { Calendar } from '#contract/booking/calendar.ts';
import { CalendarFrame } from './calendar-frame.tsx';
import type { CalendarSearch } from './view/calendar-search.ts';

export function OwnCalendar({ own }: { own: Calendar }) {
  // The dashboard's address stays: the way back leads to the page before.
  const [search, setSearch] = useState<CalendarSearch>({});
  return <CalendarFrame isPart all={[own]} search={search} onSearch={setSearch} />;
}
