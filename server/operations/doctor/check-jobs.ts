// Checks that no job is late: without a running process, or behind a job that hangs, they are.
import { sql } from 'kysely';
import { allJobs } from '#server/operations/jobs/all-jobs.ts';
import type { Examined, Finding } from './finding.ts';

/** How long a job may wait for its turn (s). */
const grace = 300;

export async function checkJobs({ database, clock }: Examined): Promise<Finding> {
  const now = clock.now();
  const { rows } = await sql<{ name: string }>`
    select name from jobs where name = any(${Object.keys(allJobs)}) and last_started is not null
      and last_started + (next_start_seconds + ${grace}) * interval '1 second' < ${now}
      and (last_ended >= last_started
        or last_started + (time_out_seconds + ${grace}) * interval '1 second' < ${now})
    order by name`.execute(database.read);
  if (rows.length === 0) return { state: 'fine', key: 'doctor.jobs.fine' };
  return { state: 'broken', key: 'doctor.jobs.late', values: { names: rows.map(({ name }) => name).join(', ') } };
}
