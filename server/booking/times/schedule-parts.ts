// The weekly hours, the breaks and the overrides of single dates, as one part of a query.
import { type RawBuilder, sql } from 'kysely';
import type { Schedule } from '#server/booking/availability/open-intervals.ts';

/** As PostgreSQL builds them, with names chosen in the query. */
export interface ScheduleParts {
  timeZone: string;
  weekly: [weekday: number, start: string, end: string][] | null;
  breaks: [weekday: number, start: string, end: string][] | null;
  overrides: [date: string, start: string | null, end: string | null][] | null;
}

/** The arguments of `json_build_object` for a calendar `c` at a location `l`. Overrides are those of the range. */
export function scheduleParts(from: Temporal.Instant, to: Temporal.Instant): RawBuilder<unknown> {
  return sql`'timeZone', l.time_zone,
      'weekly', (
        select json_agg(json_build_array(h.weekday, to_char(h.start_time, 'HH24:MI'), to_char(h.end_time, 'HH24:MI')))
        from opening_hours h where h.company_id = c.company_id and h.calendar_id = c.id and h.location_id = l.id),
      'breaks', (
        select json_agg(json_build_array(b.weekday, to_char(b.start_time, 'HH24:MI'), to_char(b.end_time, 'HH24:MI')))
        from breaks b where b.company_id = c.company_id and b.calendar_id = c.id and b.location_id = l.id),
      'overrides', (
        select json_agg(json_build_array(o.date, to_char(o.start_time, 'HH24:MI'), to_char(o.end_time, 'HH24:MI')))
        from date_overrides o where o.company_id = c.company_id and o.calendar_id = c.id and o.location_id = l.id
          and o.date between ${from}::timestamptz::date and ${to}::timestamptz::date)`;
}

export function scheduleOf({ timeZone, weekly, breaks, overrides }: ScheduleParts): Schedule {
  const byWeekday = (entries: ScheduleParts['weekly']) =>
    (entries ?? []).map(([weekday, start, end]) => ({ weekday, start, end }));
  return {
    timeZone,
    weekly: byWeekday(weekly),
    breaks: byWeekday(breaks),
    overrides: [...Map.groupBy(overrides ?? [], ([date]) => date)].map(([date, rows]) => ({
      date,
      open: rows.flatMap(([, start, end]) => (start && end ? [{ start, end }] : [])),
    })),
  };
}
