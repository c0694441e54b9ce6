import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { eventually } from '#server/testing/process.ts';

/** The server notices a broken connection later; until then its locks hold, and work leaves out what is locked. */
export async function noTransactions({ database }: { database: Database }): Promise<void> {
  await eventually('broken transactions end', async () => {
    const { rows } = await sql<{ isQuiet: boolean }>`
      select not exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and xact_start is not null) as is_quiet`.execute(database.read);
    return rows[0]?.isQuiet === true;
  });
}
