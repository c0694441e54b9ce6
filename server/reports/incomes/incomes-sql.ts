// The query of incomes: figures by day, joined with the estimates that administrators entered.
import { type RawBuilder, sql } from 'kysely';
import type { CurrentUser } from '#server/lib/context.ts';
import { figuresOf } from '#server/reports/figures/figures.ts';
import type { Days } from '#server/reports/figures/read-range.ts';

/**
 * Common table expressions `by_location`, `by_user` and `by_company`. An estimate of a location is used instead of the
 * sum of its people, that of the company instead of the sum of its locations.
 */
export function incomeTables(user: CurrentUser, days: Days): RawBuilder<unknown> {
  const me = user.companyId;
  return sql`
    figure as materialized (
      select f.day, f.location_id, k.user_id, coalesce(sum(f.amount) filter (where f.subject = 'visits'), 0) as booked,
        sum(f.completed) as calculated, coalesce(sum(f.amount) filter (where f.subject = 'receipts'), 0) as realized
      from ${figuresOf(user, ['visits', 'receipts'], days)} f
      left join calendars k on k.company_id = ${me} and k.id = f.calendar_id
      group by f.day, f.location_id, k.user_id),
    entered as materialized (
      select day, location_id, user_id, amount from estimates
      where company_id = ${me} and day between ${days.first}::date and ${days.last}::date),
    leaf as materialized (
      select coalesce(f.day, e.day) as day, coalesce(f.location_id, e.location_id) as location_id,
        coalesce(f.user_id, e.user_id) as user_id, coalesce(e.amount, f.booked) as estimated,
        coalesce(f.calculated, 0) as calculated, coalesce(f.realized, 0) as realized
      from figure f
      full join (select * from entered where location_id is not null and user_id is not null) e
        on e.day = f.day and e.location_id = f.location_id and e.user_id = f.user_id),
    by_location as (
      select coalesce(f.day, e.day) as day, coalesce(f.location_id, e.location_id) as location_id, null::uuid as user_id,
        coalesce(e.amount, f.estimated) as estimated, e.amount is not null as is_entered,
        coalesce(f.calculated, 0) as calculated, coalesce(f.realized, 0) as realized
      from (select day, location_id, sum(estimated) as estimated, sum(calculated) as calculated, sum(realized) as realized
        from leaf group by day, location_id) f
      full join (select * from entered where location_id is not null and user_id is null) e
        on e.day = f.day and e.location_id = f.location_id),
    by_user as (
      select coalesce(f.day, e.day) as day, null::uuid as location_id, coalesce(f.user_id, e.user_id) as user_id,
        coalesce(e.amount, f.estimated) as estimated, e.amount is not null as is_entered,
        coalesce(f.calculated, 0) as calculated, coalesce(f.realized, 0) as realized
      from (select day, user_id, sum(estimated) as estimated, sum(calculated) as calculated, sum(realized) as realized
        from leaf group by day, user_id) f
      full join (select * from entered where location_id is null and user_id is not null) e
        on e.day = f.day and e.user_id = f.user_id),
    by_company as (
      select d.day::date as day, null::uuid as location_id, null::uuid as user_id,
        coalesce(e.amount, f.estimated, 0) as estimated, e.amount is not null as is_entered,
        coalesce(f.calculated, 0) as calculated, coalesce(f.realized, 0) as realized
      from generate_series(${days.first}::date, ${days.last}::date, interval '1 day') d (day)
      left join (select day, sum(estimated) as estimated, sum(calculated) as calculated, sum(realized) as realized
        from by_location group by day) f on f.day = d.day::date
      left join (select * from entered where location_id is null and user_id is null) e on e.day = d.day::date)`;
}
