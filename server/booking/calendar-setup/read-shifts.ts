// Reads who works when on the days of a week, in one query.
import { sql } from 'kysely';
import { calendarSetup, type ShiftRow, shiftDays } from '#contract/booking/calendar-setup.ts';
import { mayUse, reachesLocation } from '#server/booking/times/may-use.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

/**
 * Returns a row for each person and location that the caller reaches, by name. A day with an exception has its hours in
 * place of the weekly ones and their breaks.
 */
export async function readShifts({ db, user }: SignedIn, { start }: { start: string }): Promise<JsonText> {
  return listAsJson(
    db,
    calendarSetup.getShifts.output,
    sql<ShiftRow>`
      select k.id as calendar_id, u.id as user_id, ${personNameOrLogIn} as name, e.picture_id, l.id as location_id,
        l.name as location, l.time_zone, (
          select json_agg(json_build_object('Date', d.day, 'IsException', exception.open is not null,
            'Open', coalesce(exception.open, weekly.open, '[]'),
            'Breaks', case when exception.open is null then coalesce(rests.breaks, '[]') else '[]' end) order by d.day)
          from (select ${start}::date + n as day from generate_series(0, ${shiftDays - 1}) n) d
          left join lateral (
            select coalesce(${ranges('o')}, '[]') as open from date_overrides o
            where o.company_id = k.company_id and o.calendar_id = k.id and o.location_id = l.id and o.date = d.day
            having count(*) > 0) exception on true
          left join lateral (
            select ${ranges('h')} as open from opening_hours h
            where h.company_id = k.company_id and h.calendar_id = k.id and h.location_id = l.id
              and h.weekday = extract(isodow from d.day)) weekly on true
          left join lateral (
            select ${ranges('b')} as breaks from breaks b
            where b.company_id = k.company_id and b.calendar_id = k.id and b.location_id = l.id
              and b.weekday = extract(isodow from d.day)) rests on true) as days
      from calendars k
      join employees e on e.company_id = k.company_id and e.user_id = k.user_id
      join users u on u.id = e.user_id
      join employee_locations el on el.company_id = e.company_id and el.user_id = e.user_id
      join locations l on l.company_id = el.company_id and l.id = el.location_id
      where ${mayUse(user)} and ${reachesLocation(user, sql`l.id`)}
      order by folded(${personNameOrLogIn}), u.id, l.created_at, l.id`,
  );
}

/** The ranges of wall time of rows `alias`, in order; null without any. */
function ranges(alias: string) {
  const [start, end] = [sql.ref(`${alias}.start_time`), sql.ref(`${alias}.end_time`)];
  return sql`json_agg(json_build_object('Start', to_char(${start}, 'HH24:MI'), 'End', to_char(${end}, 'HH24:MI'))
    order by ${start}) filter (where ${start} is not null)`;
}
