// Finds rows of long lists by company name: looks up the few matching companies first.
import { sql } from 'kysely';
import type { RowSource } from './source.ts';

/** Maximum number of matching companies. */
const max = 1_000;

/** For lists whose rows have a `companyId`. */
export const companyNames: NonNullable<RowSource['lookups']>[string] = {
  column: 'companyId',
  async ids({ db }, pattern) {
    const { rows } = await sql<{ id: string }>`
      select id from companies where folded(name) like ${pattern} limit ${max}`.execute(db);
    return rows.map(({ id }) => id);
  },
};
