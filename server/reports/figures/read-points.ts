// The points of charts: a subject by day, location and person.
import { sql } from 'kysely';
import { newId } from '#contract/lib/fields.ts';
import { allows } from '#contract/lib/may.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { MarketingPoint, MarketingReportAnswer, marketingMedia, reports } from '#contract/reports/reports.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { factsOf, visibleFigures } from './figures.ts';
import { type Days, daysBefore, readRange } from './read-range.ts';
import { listRowsByDay } from './rows-by-day.ts';

type Medium = (typeof marketingMedia)[number];

/** As the specification names them. */
export async function readPoints(
  context: SignedIn,
  subject: keyof typeof factsOf,
  range: { start: string; end: string },
): Promise<JsonText> {
  const { db, user } = context;
  const days = await readRange(context, range);
  const { facts, column } = factsOf[subject];
  const tables = sql`
    figure as materialized (
      select f.day, f.location_id, k.user_id, sum(f.${sql.ref(column)}) as y
      from ${visibleFigures(user, [facts], days)} f
      left join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id
      group by f.day, f.location_id, k.user_id),
    member as materialized (
      select row_number() over (order by folded(l.name), l.id, u.id) - 1 as number, f.location_id, f.user_id,
        '"Meta":' || json_build_object('LocationId', f.location_id, 'Location', coalesce(l.name, ''), 'UserId', u.id,
          'UserName', coalesce(${userName}, '')) || '}' as json
      from (select distinct location_id, user_id from figure) f
      left join locations l on l.company_id = ${user.companyId} and l.id = f.location_id
      left join users u on u.id = f.user_id),
    cell as (
      select f.day, m.number as member, f.y from figure f
      join member m on coalesce(m.location_id, ${newId}::uuid) = coalesce(f.location_id, ${newId}::uuid)
        and coalesce(m.user_id, ${newId}::uuid) = coalesce(f.user_id, ${newId}::uuid))`;
  return listRowsByDay(db, tables, [{ column: 'y', name: 'Y' }], 'X');
}

/** The messages of campaigns; local administrators see none, because campaigns belong to no location. */
export async function readMarketing(
  context: SignedIn,
  medium: Medium,
  range: { start: string; end: string },
): Promise<MarketingPoint[]> {
  return listCampaignDays(context, [medium], await readRange(context, range));
}

/** The same with the period before. */
export async function readMarketingReport(
  context: SignedIn,
  input: Parsed<typeof reports.getMarketing>,
): Promise<MarketingReportAnswer> {
  const current = await readRange(context, input);
  const previous = daysBefore(current);
  const both = await listCampaignDays(context, [input.medium], { first: previous.first, last: current.last });
  return {
    current: { start: current.first, end: current.last },
    previous: { start: previous.first, end: previous.last },
    points: both.filter(({ x }) => x >= current.first),
    previousPoints: both.filter(({ x }) => x < current.first),
  };
}

/** Nothing for others than administrators. */
export async function listCampaignDays(
  { db, user }: SignedIn,
  media: readonly Medium[],
  { first, last }: Days,
): Promise<(MarketingPoint & { medium: Medium })[]> {
  if (!allows(user.actions, 'admin')) return [];
  const { rows } = await sql<MarketingPoint & { medium: Medium }>`
    select m.medium, c.id, c.name, c.day as x, c.sent, c.visited
    from unnest(${media}::text[]) m (medium)
    cross join lateral campaign_figures(m.medium, ${first}::date, ${last}::date) c
    order by c.day, folded(c.name), c.id`.execute(db);
  return rows;
}
