// Finds the rows of long lists by the name of their company: the companies first, which are few.
import { sql } from 'kysely';
import type { Source } from './source.ts';

/** More companies of a name than these are not looked for: their rows are not one list any more. */
const max = 1_000;

/** For lists whose rows have a `companyId`. */
export const companyNames: NonNullable<Source['lookups']>[string] = {
  column: 'companyId',
  async ids({ db }, pattern) {
    const { rows } = await sql<{ id: string }>`
      select id from companies where folded(name) like ${pattern} limit ${max}`.execute(db);
    return rows.map(({ id }) => id);
  },
};
