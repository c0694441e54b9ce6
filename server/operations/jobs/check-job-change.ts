// Validates and prepares a change of a job, and notifies every process.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { systemJobs } from '#contract/operations/jobs.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { jobsChannel } from '#server/lib/wake-job.ts';
import { allJobs, deliveredDescription, readParameters } from './all-jobs.ts';

type Change = z.output<typeof systemJobs.declared.input>;

/** Throws 404 for a job that this version does not know, 417 for parameters that the job rejects. */
export async function checkJobChange(context: SignedIn, change: Change, id = ''): Promise<Change> {
  const { db } = context;
  const row = await db.selectFrom('jobs').select('name').where('id', '=', id).executeTakeFirst();
  const job = row && allJobs[row.name];
  if (!job) throw notFound();
  if (!readParameters(job, change.parameters)) {
    const names = Object.keys(job.parameters.shape).join(', ');
    throw invalid('Parameters', 'job.parameters', { names });
  }
  await audit(context, `Changed the job ${row.name}`);
  await sql`select pg_notify(${jobsChannel}, '')`.execute(db);
  // Storing the original would show it in one language to every operator. Compare with all languages: the operator may
  // have switched theirs while the editor was open.
  const isDelivered = languageKeys.some((language) => change.description === deliveredDescription(language, row.name));
  return { ...change, description: isDelivered ? '' : change.description };
}
