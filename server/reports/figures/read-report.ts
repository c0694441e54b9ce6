// A report: a subject by day, location and person, with the period before.
import { sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { Parsed } from '#contract/lib/service.ts';
import {
  type CompanyReport,
  type Compared,
  type DayValue,
  marketingMedia,
  type Report,
  type reports,
  type Share,
} from '#contract/reports/reports.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { personName } from '#server/lib/sql/person-name.ts';
import { corrections } from '#server/reports/incomes/incomes-sql.ts';
import { type Facts, factsOf, figuresOf, isAmong, placeFiguresOf, placesOf, reportOf } from './figures.ts';
import { listCampaignDays } from './read-points.ts';
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
        from ${figuresOf(user, [facts], { first: before.first, last: current.last }, places)} f
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
    select 'person', null, f.user_id, coalesce(${personName}, ''), f.is_before, sum(f.y) from figure f
      left join users u on u.id = f.user_id where f.day is null group by f.user_id, u.id, f.is_before
    union all -- What the report is narrowed to has a name also without figures.
    select 'location', null, l.id, l.name, false, 0 from locations l
      where l.company_id = ${user.companyId} and l.id = ${locationId ?? null} and ${isAmong(places, 'l.id')}
    union all
    select 'person', null, u.id, ${personName}, false, 0 from users u
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
  return [...shares.values()].sort((a, b) => b.y - a.y || b.previous - a.previous || a.name.localeCompare(b.name));
}

const facts: readonly Facts[] = ['visits', 'receipts', 'mail', 'sms'];

/** All figures by location. */
export async function readCompany(context: SignedIn, input: Parsed<typeof reports.getCompany>): Promise<CompanyReport> {
  const { db, user } = context;
  const current = await readRange(context, input);
  const before = daysBefore(current);
  const { rows } = await sql<{
    id: string | null;
    name: string;
    isBefore: boolean;
    events: number;
    eMails: number;
    sms: number;
    estimated: number;
    calculated: number;
    realized: number;
  }>`
    with ${corrections(user, { first: before.first, last: current.last })},
    figure as (
      select subject, location_id, is_before, number, amount, completed
      from ${placeFiguresOf(user, facts, { before, current }, { byCalendar: false })} f
      union all
      select 'estimates', id, day < ${current.first}::date, 0, amount, 0 from corrected where kind = 'location')
    select f.location_id as id, coalesce(l.name, '') as name, f.is_before,
      coalesce(sum(f.number) filter (where f.subject = 'visits'), 0) as events,
      coalesce(sum(f.number) filter (where f.subject = 'mail'), 0) as e_mails,
      coalesce(sum(f.number) filter (where f.subject = 'sms'), 0) as sms,
      coalesce(sum(f.amount) filter (where f.subject in ('visits', 'estimates')), 0) as estimated,
      coalesce(sum(f.completed), 0) as calculated,
      coalesce(sum(f.amount) filter (where f.subject = 'receipts'), 0) as realized
    from figure f
    left join locations l on l.company_id = ${user.companyId} and l.id = f.location_id
    group by f.location_id, l.name, f.is_before`.execute(db);
  const days = await listCampaignDays(context, marketingMedia, { first: before.first, last: current.last });
  const sumsOf = (own: typeof days) => ({
    sent: own.reduce((sum, { sent }) => sum + sent, 0),
    visited: own.reduce((sum, { visited }) => sum + visited, 0),
  });
  const media = (allows(user.actions, 'admin') ? marketingMedia : []).map((medium) => {
    const own = days.filter((day) => day.medium === medium);
    return {
      medium,
      current: sumsOf(own.filter(({ x }) => x >= current.first)),
      previous: sumsOf(own.filter(({ x }) => x < current.first)),
    };
  });
  const empty = { events: 0, eMails: 0, sms: 0, estimated: 0, calculated: 0, realized: 0 };
  const locations = new Map<string | null, CompanyReport['locations'][number]>();
  for (const { id, name, isBefore, ...figures } of rows) {
    const location = locations.get(id) ?? { id, name, current: empty, previous: empty };
    locations.set(id, { ...location, [isBefore ? 'previous' : 'current']: figures });
  }
  return {
    current: { start: current.first, end: current.last },
    previous: { start: before.first, end: before.last },
    marketing: media,
    // What belongs to no location comes last.
    locations: [...locations.values()].sort(
      (a, b) => Number(a.id === null) - Number(b.id === null) || a.name.localeCompare(b.name),
    ),
  };
}
