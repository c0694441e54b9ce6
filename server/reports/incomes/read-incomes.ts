// Reads incomes by day: of the company, its locations, or its people.
import { sql } from 'kysely';
import { newId } from '#contract/lib/fields.ts';
import { type Income, incomes } from '#contract/reports/incomes.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { locationFiguresOf } from '#server/reports/figures/figures.ts';
import { type Days, readRange } from '#server/reports/figures/read-range.ts';
import { listRowsByDay } from '#server/reports/figures/rows-by-day.ts';
import { locationIncomes, personIncomes } from './incomes-sql.ts';

export type IncomeLevel = 'by_company' | 'by_location' | 'by_user';

export async function readIncomes(
  context: SignedIn,
  level: IncomeLevel,
  range: { start: string; end: string },
): Promise<JsonText> {
  const { db, user } = context;
  const days = await readRange(context, range);
  if (level === 'by_user') return readPeople(context, days);
  const tables = locationIncomes(user, days, locationFiguresOf(user, ['visits', 'receipts'], days));
  const query = sql<Income>`
    with ${tables}
    select i.day as date, i.estimated, i.is_entered, i.calculated, i.realized, i.location_id, coalesce(l.name, '') as location,
      null::uuid as user_id, '' as user_name
    from ${sql.table(level)} i
    left join locations l on l.company_id = ${user.companyId} and l.id = i.location_id
    order by i.day, folded(l.name), l.id`;
  return listAsJson(db, incomes.getByCompany.output, query);
}

function readPeople({ db, user }: SignedIn, days: Days): Promise<JsonText> {
  const tables = sql`
    ${personIncomes(user, days)},
    person as materialized (select * from by_user),
    member as materialized (
      select row_number() over (order by ${userName}, i.user_id) - 1 as number, i.user_id,
        '"LocationId":null,"Location":"","UserId":' || coalesce(to_json(i.user_id)::text, 'null') || ',"UserName":'
          || to_json(coalesce(${userName}, '')) || '}' as json
      from (select distinct user_id from person) i left join users u on u.id = i.user_id),
    cell as (
      select i.*, m.number as member from person i
      join member m on coalesce(m.user_id, ${newId}::uuid) = coalesce(i.user_id, ${newId}::uuid))`;
  const columns = [
    { column: 'estimated', name: 'Estimated' },
    { column: 'is_entered', name: 'IsEntered' },
    { column: 'calculated', name: 'Calculated' },
    { column: 'realized', name: 'Realized' },
  ];
  return listRowsByDay(db, tables, columns, 'Date');
}
