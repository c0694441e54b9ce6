// Finds rows of long lists by company name: looks up the few matching companies first.
import { sql } from 'kysely';
import type { RowSource } from './source.ts';

/** Maximum number of matching companies. */
const max = 1_000;

/** The order by the name of the company, of rows with a `companyId`. Rows of no company come before all others. */
export const companyNameOrder: NonNullable<RowSource['nameOrders']>[string] = {
  column: 'companyId',
  names({ user }, area) {
    if (area === 'company') return sql`select ${user.companyId}::uuid as id, ''::text as name`;
    return sql`select id, folded(name) as name from companies union all select null::uuid, null::text`;
  },
};

/** For lists whose rows have a `companyId`. */
export const companyNames: NonNullable<RowSource['lookups']>[string] = {
  column: 'companyId',
  async ids({ db }, pattern) {
    const { rows } = await sql<{ id: string }>`
      select id from companies where folded(name) like ${pattern} limit ${max}`.execute(db);
    return rows.map(({ id }) => id);
  },
};
