// What the address of the calendar carries: view, day, whose calendars, and the event that is open.
import { idPattern } from '#contract/lib/fields.ts';

export const calendarViews = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof calendarViews)[number];

export interface CalendarSearch {
  /** Left out while it is the week. */
  view?: CalendarView;
  /** A day of what is shown, `YYYY-MM-DD`; left out while it is today. */
  date?: string;
  /** Ids of the calendars shown, joined by commas; left out while it is one's own. */
  calendar?: string;
  /** The id of the event open in its dialog. */
  event?: string;
  /** The id of a contact to make a new event with. */
  contact?: string;
}

/** Reads the address; what makes no sense is left out. */
export function readCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const { view, date, calendar, event, contact } = search;
  const ids = typeof calendar === 'string' ? calendar.split(',').filter((id) => idPattern.test(id)) : [];
  return {
    view: view === 'month' || view === 'day' ? view : undefined,
    date: typeof date === 'string' && isDate(date) ? date : undefined,
    calendar: ids.length ? [...new Set(ids)].slice(0, 50).join(',') : undefined,
    event: idIn(event),
    contact: idIn(contact),
  };
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && idPattern.test(value) ? value : undefined;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}
