// The figures of the dashboard, with one query, and those of campaigns for administrators with a second.
import { sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { Income } from '#contract/reports/incomes.ts';
import { type Dashboard, marketingMedia, type ReportSubject, reportSubjects } from '#contract/reports/reports.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { currentWeek } from '#server/reports/figures/current-week.ts';
import { factsOf, locationFiguresOf, visibleFigures } from '#server/reports/figures/figures.ts';
import { listCampaignDays } from '#server/reports/figures/read-points.ts';
import { type Days, daysBefore } from '#server/reports/figures/read-range.ts';
import { compare, sharesOf } from '#server/reports/figures/read-report.ts';
import { locationIncomes } from '#server/reports/incomes/incomes-sql.ts';

interface Row {
  kind: 'day' | 'weekLocation' | 'monthLocation' | 'person' | 'income';
  subject: string | null;
  day: string | null;
  id: string | null;
  name: string;
  isBefore: boolean;
  number: number;
  amount: number;
  /** Only of incomes. */
  estimated: number;
  calculated: number;
  isEntered: boolean;
}

/** The marketing charts cover this many days (specification, "Charts and reports"). */
const marketingDays = 31;

export async function readDashboard(context: SignedIn): Promise<Dashboard> {
  const { user } = context;
  const { today, week } = await currentWeek(context);
  const month = {
    first: today.with({ day: 1 }).toString(),
    last: today.with({ day: today.daysInMonth }).toString(),
  };
  const isAdmin = allows(user.actions, 'admin');
  const [rows, campaigns] = await Promise.all([
    readFigures(context, week, month),
    listCampaignDays(context, marketingMedia, {
      first: today.subtract({ days: marketingDays - 1 }).toString(),
      last: today.toString(),
    }),
  ]);
  const valuesOf = (subject: ReportSubject) => {
    const { facts, column } = factsOf[subject];
    const own = rows.filter((row) => row.kind === 'day' && row.subject === facts);
    return new Map(own.map((row) => [row.day ?? '', row[column]]));
  };
  const compared = (days: Days) =>
    reportSubjects.map((subject) => compare(subject, valuesOf(subject), days, daysBefore(days)));
  const shares = (kind: Row['kind']) =>
    sharesOf(rows.flatMap((row) => (row.kind === kind ? [{ ...row, y: row.amount }] : [])));
  return {
    week: { start: week.first, end: week.last },
    month: { start: month.first, end: month.last },
    weeks: compared(week),
    months: compared(month),
    people: shares('person'),
    locations: { week: shares('weekLocation'), month: shares('monthLocation') },
    companyIncomes: isAdmin ? incomesOf(rows) : null,
    eMailMarketing: campaigns.filter(({ medium }) => medium === 'mail'),
    smsMarketing: campaigns.filter(({ medium }) => medium === 'sms'),
  };
}

function incomesOf(rows: readonly Row[]): Income[] {
  const place = { locationId: null, location: '', userId: null, userName: '' };
  return rows
    .filter(({ kind }) => kind === 'income')
    .map(({ day, estimated, isEntered, calculated, amount }) => ({
      ...{ date: day ?? '', estimated, isEntered, calculated, realized: amount },
      ...place,
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

async function readFigures({ db, user }: SignedIn, week: Days, month: Days): Promise<Row[]> {
  const [weekBefore, monthBefore] = [daysBefore(week), daysBefore(month)];
  const facts = Object.values(factsOf).map((one) => one.facts);
  const isAdmin = allows(user.actions, 'admin');
  const days = around(week, month);
  const byLocation = (kind: Row['kind'], before: Days, current: Days) => sql`
    select ${kind}::text, null, null::date, f.location_id, coalesce(l.name, ''), f.day < ${current.first}::date as is_before,
      sum(f.number), sum(f.amount), 0, 0, false
    from figure f left join locations l on l.company_id = ${user.companyId} and l.id = f.location_id
    where f.subject = 'receipts' and f.day between ${before.first}::date and ${current.last}::date
    group by f.location_id, l.name, is_before`;
  const { rows } = await sql<Row>`
    with figure as materialized (
      select * from ${locationFiguresOf(user, facts, around(weekBefore, monthBefore, week, month))}),
    ${locationIncomes(user, days, sql`figure`)}
    select 'day' as kind, subject, day, null::uuid as id, '' as name, false as is_before, sum(number) as number,
      sum(amount) as amount, 0 as estimated, 0 as calculated, false as is_entered
    from figure group by subject, day
    union all
    ${byLocation('weekLocation', weekBefore, week)}
    union all
    ${byLocation('monthLocation', monthBefore, month)}
    union all
    select 'person', null, null, k.user_id, coalesce(${userName}, ''), f.day < ${week.first}::date as is_before, sum(f.number),
      sum(f.amount), 0, 0, false
    from ${visibleFigures(user, ['receipts'], around(weekBefore, week))} f
    left join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id
    left join users u on u.id = k.user_id
    group by k.user_id, u.id, is_before
    union all
    select 'income', null, day, null, '', false, 0, realized, estimated, calculated, is_entered
    from by_company where ${isAdmin}`.execute(db);
  return rows;
}

/** From the first day of all to the last. */
function around(...ranges: readonly Days[]): Days {
  return {
    first: ranges.map(({ first }) => first).sort()[0] ?? '',
    last:
      ranges
        .map(({ last }) => last)
        .sort()
        .at(-1) ?? '',
  };
}
