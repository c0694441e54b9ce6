// Finds the tables with personal data by their foreign keys, so that new tables are included automatically.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

export interface PersonalTable {
  name: string;
  /** The columns that refer to the person. */
  columns: string[];
  /** Whether its rows are deleted with the account. */
  goesWithAccount: boolean;
}

/** Tables that refer to accounts or employees, sorted by name. */
export async function personalTables(db: Db): Promise<PersonalTable[]> {
  const { rows } = await sql<PersonalTable>`
    select c.conrelid::regclass::text as name, array_agg(distinct a.attname::text order by a.attname::text) as columns,
      bool_and(c.confdeltype = 'c') as goes_with_account
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) as key (own, theirs)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = key.own
    join pg_attribute target on target.attrelid = c.confrelid and target.attnum = key.theirs
    where c.contype = 'f' and (
      (c.confrelid = 'users'::regclass and target.attname = 'id') or
      (c.confrelid = 'employees'::regclass and target.attname = 'user_id'))
    group by c.conrelid order by 1`.execute(db);
  return rows;
}
