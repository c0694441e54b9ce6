// Changes when and with what a job runs.
import { sql } from 'kysely';
import type { jobs } from '#contract/jobs.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { transaction } from '#server/db/transaction.ts';
import type { JsonText } from '#server/lib/answer.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { allJobs, readParameters } from './all-jobs.ts';
import { jobsChannel, readJob } from './store.ts';

/** Throws 404 for an unknown job, 417 for parameters that it does not understand. */
export function updateJob(context: SignedIn, { id, ...change }: Parsed<typeof jobs.update>): Promise<JsonText> {
  return transaction(context, async (context) => {
    const { db } = context;
    const row = await db.updateTable('jobs').set(change).where('id', '=', id).returning('name').executeTakeFirst();
    const job = row && allJobs[row.name];
    if (!job) throw notFound();
    if (!readParameters(job, change.parameters)) {
      const names = Object.keys(job.parameters.shape).join(', ');
      throw invalid('Parameters', 'job.parameters', { names });
    }
    await audit(context, `Changed the job ${row.name}`);
    await sql`select pg_notify(${jobsChannel}, '')`.execute(db);
    return readJob(context, id);
  });
}
