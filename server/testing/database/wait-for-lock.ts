// Waits until a statement of a test waits for the lock of another transaction.
import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { eventually } from '#server/testing/process.ts';

/**
 * Asks outside the transaction that holds the lock: within one, PostgreSQL answers what it read of `pg_stat_activity`
 * first. Also sees sessions of the superuser, whose activity is hidden from the owner. Fails after 20 s.
 */
export async function waitForLock({ database }: { database: Pick<Database, 'read'> }): Promise<void> {
  await eventually('a statement waits for a lock', async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`.execute(
      database.read,
    );
    return rows.length > 0;
  });
}
