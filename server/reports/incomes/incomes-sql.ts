// The query of incomes: figures by day, joined with the estimates that administrators entered.
import { type RawBuilder, sql } from 'kysely';
import type { CurrentUser } from '#server/lib/context.ts';
import { isAmong, placesOf, visibleFigures } from '#server/reports/figures/figures.ts';
import type { Days } from '#server/reports/figures/read-range.ts';

const booked = sql`coalesce(sum(f.amount) filter (where f.subject = 'visits'), 0)`;
const realized = sql`coalesce(sum(f.amount) filter (where f.subject = 'receipts'), 0)`;

/**
 * The common table expression `entered`, the estimates that the user may see: those that belong to no location are only
 * for administrators of the company.
 */
export function enteredOf(user: CurrentUser, { first, last }: Days): RawBuilder<unknown> {
  const places = placesOf(user);
  return sql`
    entered as materialized (
      select day, location_id, user_id, amount from estimates
      where company_id = ${user.companyId} and day between ${first}::date and ${last}::date
        and ${isAmong(places, 'location_id')})`;
}

/**
 * Common table expressions `by_location` and `by_company`, from rows of `location_figures` that hold the given days. An
 * estimate of a location is used instead of the sum of its people, that of the company instead of the sum of its
 * locations.
 */
export function locationIncomes(user: CurrentUser, days: Days, figures: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${enteredOf(user, days)},
    ${changesOfNamed(user)},
    place_change as (select day, location_id, sum(estimated) as estimated from change group by day, location_id),
    place as (
      select coalesce(f.day, c.day) as day, coalesce(f.location_id, c.location_id) as location_id,
        coalesce(f.booked, 0) + coalesce(c.estimated, 0) as estimated, coalesce(f.calculated, 0) as calculated,
        coalesce(f.realized, 0) as realized
      from (
        select f.day, f.location_id, ${booked} as booked, sum(f.completed) as calculated, ${realized} as realized
        from ${figures} f
        where f.subject in ('visits', 'receipts') and f.day between ${days.first}::date and ${days.last}::date
        group by f.day, f.location_id) f
      full join place_change c on c.day = f.day and c.location_id = f.location_id),
    by_location as (
      select coalesce(f.day, e.day) as day, coalesce(f.location_id, e.location_id) as location_id, null::uuid as user_id,
        coalesce(e.amount, f.estimated) as estimated, e.amount is not null as is_entered,
        coalesce(f.calculated, 0) as calculated, coalesce(f.realized, 0) as realized
      from place f
      full join (select * from entered where location_id is not null and user_id is null) e
        on e.day = f.day and e.location_id = f.location_id),
    by_company as (
      select d.day::date as day, null::uuid as location_id, null::uuid as user_id,
        coalesce(e.amount, f.estimated, 0) as estimated, e.amount is not null as is_entered,
        coalesce(f.calculated, 0) as calculated, coalesce(f.realized, 0) as realized
      from generate_series(${days.first}::date, ${days.last}::date, interval '1 day') d (day)
      left join (select day, sum(estimated) as estimated, sum(calculated) as calculated, sum(realized) as realized
        from by_location group by day) f on f.day = d.day::date
      left join (select * from entered where location_id is null and user_id is null) e on e.day = d.day::date)`;
}

/** The common table expression `by_user`. */
export function personIncomes(user: CurrentUser, days: Days): RawBuilder<unknown> {
  return sql`
    figure as materialized (
      select f.day, k.user_id, ${booked} as booked, sum(f.completed) as calculated, ${realized} as realized
      from ${visibleFigures(user, ['visits', 'receipts'], days)} f
      left join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id
      group by f.day, k.user_id),
    ${enteredOf(user, days)},
    ${changesOfNamed(user)},
    person_change as (select day, user_id, sum(estimated) as estimated from change group by day, user_id),
    person_day as (
      select coalesce(f.day, c.day) as day, coalesce(f.user_id, c.user_id) as user_id,
        coalesce(f.booked, 0) + coalesce(c.estimated, 0) as estimated, coalesce(f.calculated, 0) as calculated,
        coalesce(f.realized, 0) as realized
      from figure f full join person_change c on c.day = f.day and c.user_id = f.user_id),
    by_user as (
      select coalesce(f.day, e.day) as day, null::uuid as location_id, coalesce(f.user_id, e.user_id) as user_id,
        coalesce(e.amount, f.estimated) as estimated, e.amount is not null as is_entered,
        coalesce(f.calculated, 0) as calculated, coalesce(f.realized, 0) as realized
      from person_day f
      full join (select * from entered where location_id is null and user_id is not null) e
        on e.day = f.day and e.user_id = f.user_id)`;
}

/**
 * The common table expression `change`: what the estimate of a person at a location adds to what is booked with them
 * there, or takes from it. It is used instead of that. Needs `entered`.
 */
function changesOfNamed(user: CurrentUser): RawBuilder<unknown> {
  return sql`
    named as materialized (select * from entered where location_id is not null and user_id is not null),
    replaced as (
      select f.day, f.location_id, k.user_id, sum(f.amount) as booked
      from (select min(day)::text as first, max(day)::text as last from named) n
      cross join lateral ${visibleFigures(user, ['visits'], { first: sql.ref('n.first'), last: sql.ref('n.last') })} f
      join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id
      group by f.day, f.location_id, k.user_id),
    change as (
      select n.day, n.location_id, n.user_id, n.amount - coalesce(r.booked, 0) as estimated
      from named n left join replaced r on r.day = n.day and r.location_id = n.location_id and r.user_id = n.user_id)`;
}

/**
 * The common table expressions `entered` and `corrected` (kind, id, day, amount): what estimates add to the price of
 * what is booked, or take from it. That of a location is used instead of the sum of its people, that of a person
 * instead of the sum of their locations. Only the days with estimates are read.
 */
export function corrections(user: CurrentUser, days: Days): RawBuilder<unknown> {
  return sql`
    ${enteredOf(user, days)},
    -- Days that follow each other are read at once.
    span as (
      select min(day) as first, max(day) as last
      from (select day, day - (row_number() over (order by day))::integer as island
        from (select distinct day from entered where location_id is not null or user_id is not null) d) d
      group by island),
    booked as materialized (
      select f.day, f.location_id, k.user_id, sum(f.amount) as amount
      from span s
      cross join lateral ${visibleFigures(user, ['visits'], { first: sql.ref('s.first'), last: sql.ref('s.last') })} f
      left join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id
      group by f.day, f.location_id, k.user_id),
    -- What the estimate of a person at a location adds to the day, or takes from it.
    change as materialized (
      select e.day, e.location_id, e.user_id, e.amount - coalesce(b.amount, 0) as amount
      from entered e
      left join booked b on b.day = e.day and b.location_id = e.location_id and b.user_id = e.user_id
      where e.location_id is not null and e.user_id is not null),
    leaf as materialized (
      select day, location_id, user_id, amount from booked union all select day, location_id, user_id, amount from change),
    corrected as materialized (
      select 'location' as kind, location_id as id, day, amount from change
      union all
      select 'person', user_id, day, amount from change
      union all
      select 'location', e.location_id, e.day, e.amount - coalesce(
          (select sum(l.amount) from leaf l where l.day = e.day and l.location_id = e.location_id), 0)
        from entered e where e.location_id is not null and e.user_id is null
      union all
      select 'person', e.user_id, e.day, e.amount - coalesce(
          (select sum(l.amount) from leaf l where l.day = e.day and l.user_id = e.user_id), 0)
        from entered e where e.location_id is null and e.user_id is not null)`;
}
