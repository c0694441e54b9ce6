// Requests a run of a job now, before its interval is over; the caller is told when it has ended.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { systemJobs } from '#contract/operations/jobs.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { jobsChannel } from '#server/lib/wake-job.ts';
import { readJob } from './store.ts';

/**
 * One of the processes starts the job immediately or, if it is running, after that run. Throws 404 for an unknown job.
 */
export function runJobNow(context: SignedIn, { id }: Parsed<typeof systemJobs.operations.runNow>): Promise<JsonText> {
  return transaction(context, async (context) => {
    const { db, clock, user } = context;
    const query = db.updateTable('jobs').set({ runAskedAt: clock.now() }).where('id', '=', id);
    const row = await query.returning('name').executeTakeFirst();
    if (!row) throw notFound();
    const asker = { jobId: id, askerCompanyId: user.companyId, userId: user.id, askedAt: clock.now() };
    await db
      .insertInto('jobAskers')
      .values(asker)
      .onConflict((conflict) =>
        conflict.columns(['jobId', 'askerCompanyId', 'userId']).doUpdateSet({ askedAt: asker.askedAt }),
      )
      .execute();
    await audit(context, `Started the job ${row.name}`);
    await sql`select pg_notify(${jobsChannel}, '')`.execute(db);
    return readJob(context, id);
  });
}
