// The appointments and incomes of the current week and of the one before, which the dashboard shows at once.
import { sql } from 'kysely';
import type { Output } from '#contract/lib/service.ts';
import type { reports } from '#contract/reports/reports.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { currentWeek } from '#server/reports/figures/current-week.ts';
import { factsOf, locationFiguresOf } from '#server/reports/figures/figures.ts';
import { daysBefore } from '#server/reports/figures/read-range.ts';

const { calendarEvents, incomes } = factsOf;

export async function readWeek(context: SignedIn): Promise<Output<typeof reports.getWeek>> {
  const { db, user } = context;
  const { week } = await currentWeek(context);
  const days = { first: daysBefore(week).first, last: week.last };
  const facts = [calendarEvents.facts, incomes.facts];
  const { rows } = await sql<{ isBefore: boolean; events: number; incomes: number }>`
    select f.day < ${week.first}::date as is_before,
      coalesce(sum(f.number) filter (where f.subject = ${calendarEvents.facts}), 0) as events,
      coalesce(sum(f.amount) filter (where f.subject = ${incomes.facts}), 0) as incomes
    from ${locationFiguresOf(user, facts, days)} f group by is_before`.execute(db);
  const figuresOf = (before: boolean) => {
    const { events = 0, incomes: paid = 0 } = rows.find(({ isBefore }) => isBefore === before) ?? {};
    return { events, incomes: paid };
  };
  return { week: { start: week.first, end: week.last }, current: figuresOf(false), previous: figuresOf(true) };
}
