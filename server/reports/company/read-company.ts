// The report of the company: all figures by location, with the period before.
import { sql } from 'kysely';
import { compareNames } from '#contract/lib/folded.ts';
import { allows } from '#contract/lib/may.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { type CompanyReportAnswer, marketingMedia, type reports } from '#contract/reports/reports.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type FactSource, placeFiguresOf } from '#server/reports/figures/figures.ts';
import { listCampaignDays } from '#server/reports/figures/read-points.ts';
import { daysBefore, readRange } from '#server/reports/figures/read-range.ts';
import { corrections } from '#server/reports/incomes/incomes-sql.ts';

const facts: readonly FactSource[] = ['visits', 'receipts', 'mail', 'sms'];

export async function readCompany(
  context: SignedIn,
  input: Parsed<typeof reports.getCompany>,
): Promise<CompanyReportAnswer> {
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
  const locations = new Map<string | null, CompanyReportAnswer['locations'][number]>();
  for (const { id, name, isBefore, ...figures } of rows) {
    const location = locations.get(id) ?? { id, name, current: empty, previous: empty };
    locations.set(id, { ...location, [isBefore ? 'previous' : 'current']: figures });
  }
  return {
    current: { start: current.first, end: current.last },
    previous: { start: before.first, end: before.last },
    marketing: media,
    // Events without a location come last.
    locations: [...locations.values()].sort(
      (a, b) => Number(a.id === null) - Number(b.id === null) || compareNames(a.name, b.name),
    ),
  };
}
