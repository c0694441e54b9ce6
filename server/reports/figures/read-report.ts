// A report: a subject by day, location and person, with the period before.
import { sql } from 'kysely';
import { compareNames } from '#contract/lib/folded.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { Compared, DayValue, Report, reports, Share } from '#contract/reports/reports.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { factsOf, isAmong, placesOf, reportOf, visibleFigures } from './figures.ts';
import { type Days, daysBefore, eachDay, readRange } from './read-range.ts';

interface Row {
  kind: 'day' | 'location' | 'person';
  day: string | null;
  id: string | null;
  name: string;
  isBefore: boolean;
  y: number;
}

export async function readReport(context: SignedIn, input: Parsed<typeof reports.getReport>): Promise<Report> {
  const { db, user } = context;
  const current = await readRange(context, input);
  const before = daysBefore(current);
  const { locationId, userId } = input;
  const { facts, column } = factsOf[input.subject];
  const [seen, places] = [placesOf(user), placesOf(user, locationId)];
  // The sums of months are not by person and day.
  const figure = userId
    ? sql`
      select day, location_id, user_id, is_before, sum(y) as y from (
        select f.day, f.location_id, k.user_id, f.day < ${current.first}::date as is_before, f.${sql.ref(column)} as y
        from ${visibleFigures(user, [facts], { first: before.first, last: current.last }, places)} f
        join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id and k.user_id = ${userId}) f
      group by grouping sets ((day), (location_id, user_id, is_before))`
    : sql`
      select f.day, f.location_id, k.user_id, f.is_before, f.y
      from ${reportOf(user, input.subject, { before, current }, places)} f
      left join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id`;
  const { rows } = await sql<Row>`
    with figure as materialized (${figure})
    select 'day' as kind, day, null::uuid as id, '' as name, is_before, y from figure where day is not null
    union all
    select 'location', null, f.location_id, coalesce(l.name, ''), f.is_before, sum(f.y) from figure f
      left join locations l on l.company_id = ${user.companyId} and l.id = f.location_id
      where f.day is null group by f.location_id, l.name, f.is_before
    union all
    select 'person', null, f.user_id, coalesce(${userName}, ''), f.is_before, sum(f.y) from figure f
      left join users u on u.id = f.user_id where f.day is null group by f.user_id, u.id, f.is_before
    union all -- What the report is narrowed to has a name also without figures.
    select 'location', null, l.id, l.name, false, 0 from locations l
      where l.company_id = ${user.companyId} and l.id = ${locationId ?? null} and ${isAmong(places, 'l.id')}
    union all
    select 'person', null, u.id, ${userName}, false, 0 from users u
      where u.id = ${userId ?? null} and exists (
        select from calendars k left join employee_locations w on w.company_id = k.company_id and w.user_id = k.user_id
        where k.company_id = ${user.companyId} and k.user_id = u.id and ${isAmong(seen, 'w.location_id')})`.execute(db);
  const values = new Map(rows.flatMap(({ kind, day, y }) => (kind === 'day' && day ? [[day, y] as const] : [])));
  return {
    ...compare(input.subject, values, current, before),
    locations: sharesOf(rows.filter(({ kind }) => kind === 'location')),
    people: sharesOf(rows.filter(({ kind }) => kind === 'person')),
  };
}

/** A value for each day of both periods. */
export function compare(
  subject: Compared['subject'],
  values: ReadonlyMap<string, number>,
  current: Days,
  before: Days,
): Compared {
  const valuesOf = (days: Days): DayValue[] => eachDay(days).map((x) => ({ x, y: values.get(x) ?? 0 }));
  return {
    subject,
    current: { start: current.first, end: current.last },
    previous: { start: before.first, end: before.last },
    days: valuesOf(current),
    previousDays: valuesOf(before),
  };
}

/** One for each id, the largest first. */
export function sharesOf(rows: readonly Pick<Row, 'id' | 'name' | 'isBefore' | 'y'>[]): Share[] {
  const shares = new Map<string | null, Share>();
  for (const { id, name, isBefore, y } of rows) {
    const share = shares.get(id) ?? { id, name, y: 0, previous: 0 };
    const key = isBefore ? 'previous' : 'y';
    shares.set(id, { ...share, [key]: share[key] + y });
  }
  return [...shares.values()].sort((a, b) => b.y - a.y || b.previous - a.previous || compareNames(a.name, b.name));
}
