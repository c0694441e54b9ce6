// Has one of the processes run a job now, because there is work for it.
import { sql } from 'kysely';
import type { Services } from './context.ts';

/**
 * The channel that notifies processes of a requested run or a changed interval. With the name of a job, they ask for
 * its run themselves: a transaction that asked for it would keep all others waiting until it ends.
 */
export const jobsChannel = 'daybook_jobs';

/** Call it after the work is committed. */
export async function wakeJob({ database, clock }: Services, name: string): Promise<void> {
  await sql`
    with asked as (update jobs set run_asked_at = ${clock.now()} where name = ${name})
    select pg_notify(${jobsChannel}, '')`.execute(database.write);
}
