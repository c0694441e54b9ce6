// Reads the sums of incomes by location, by person and by cash register: a long range has a row for each, not one for
// each day as well.
import { sql } from 'kysely';
import type { IncomeSums } from '#contract/reports/incomes.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { isAmong, placeFiguresOf, placesOf } from '#server/reports/figures/figures.ts';
import { type Days, readRange } from '#server/reports/figures/read-range.ts';
import { corrections } from './incomes-sql.ts';

interface Row {
  kind: 'location' | 'person';
  id: string | null;
  name: string;
  estimated: number;
  calculated: number;
  realized: number;
}

/** The prices of all that is booked come from the months, and are corrected for the days with estimates. */
export async function readSums(context: SignedIn, range: { start: string; end: string }): Promise<IncomeSums> {
  const { db, user } = context;
  const days = await readRange(context, range);
  const { rows } = await sql<Row>`
    with ${corrections(user, days)},
    figure as materialized (
      select f.subject, f.location_id, k.user_id, f.amount, f.completed
      from ${placeFiguresOf(user, ['visits', 'receipts'], { before: days, current: days }, { byCalendar: true })} f
      left join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id),
    part as (
      select 'location' as kind, location_id as id, subject, amount, completed from figure
      union all
      select 'person', user_id, subject, amount, completed from figure
      union all
      select kind, id, 'visits', amount, 0 from corrected)
    select p.kind, p.id, coalesce(min(l.name), min(${userName}), '') as name,
      coalesce(sum(p.amount) filter (where p.subject = 'visits'), 0) as estimated, sum(p.completed) as calculated,
      coalesce(sum(p.amount) filter (where p.subject = 'receipts'), 0) as realized
    from part p
    left join locations l on p.kind = 'location' and l.company_id = ${user.companyId} and l.id = p.id
    left join users u on p.kind = 'person' and u.id = p.id
    group by p.kind, p.id
    order by p.kind, p.id is null, folded(coalesce(min(l.name), min(${userName}), '')), p.id`.execute(db);
  const sumsOf = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).map(({ kind: _, ...sums }) => sums);
  return { locations: sumsOf('location'), people: sumsOf('person'), registers: await sumsOfRegisters(context, days) };
}

async function sumsOfRegisters({ db, user }: SignedIn, days: Days): Promise<IncomeSums['registers']> {
  const { rows } = await sql<IncomeSums['registers'][number]>`
    select r.register_id as id, d.name, l.name as location, r.realized
    from (
      select register_id, location_id, sum(amount) as realized from receipts
      where company_id = ${user.companyId} and register_id is not null and day between ${days.first} and ${days.last}
      group by register_id, location_id) r
    join devices d on d.company_id = ${user.companyId} and d.id = r.register_id
    join locations l on l.company_id = d.company_id and l.id = r.location_id
    where ${isAmong(placesOf(user), 'r.location_id')}
    order by folded(l.name), folded(d.name), d.id`.execute(db);
  return rows;
}
