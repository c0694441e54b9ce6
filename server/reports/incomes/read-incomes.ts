// Reads incomes by day: of the company, its locations, or its people.
import { sql } from 'kysely';
import { type Income, incomes } from '#contract/reports/incomes.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { personName } from '#server/lib/sql/person-name.ts';
import { type Days, readRange } from '#server/reports/figures/read-range.ts';
import { incomeTables } from './incomes-sql.ts';

export type IncomeLevel = 'by_company' | 'by_location' | 'by_user';

export async function readIncomes(
  context: SignedIn,
  level: IncomeLevel,
  range: { start: string; end: string },
): Promise<JsonText> {
  const days = await readRange(context, range);
  return listAsJson(context.db, incomes.getByCompany.output, selectIncomes(context, level, days));
}

/** For the dashboard. */
export async function companyIncomes(context: SignedIn, days: Days): Promise<Income[]> {
  const { rows } = await selectIncomes(context, 'by_company', days).execute(context.db);
  return rows;
}

function selectIncomes({ user }: SignedIn, level: IncomeLevel, days: Days) {
  return sql<Income>`
    with ${incomeTables(user, days)}
    select i.day as date, i.estimated, i.is_entered, i.calculated, i.realized, i.location_id, coalesce(l.name, '') as location,
      i.user_id, coalesce(${personName}, '') as user_name
    from ${sql.table(level)} i
    left join locations l on l.company_id = ${user.companyId} and l.id = i.location_id
    left join users u on u.id = i.user_id
    order by i.day, l.name, ${personName}, i.user_id`;
}
