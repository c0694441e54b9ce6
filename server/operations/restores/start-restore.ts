// Orders the restore of a checked archive, and reads what it would do.
import { sql } from 'kysely';
import type { Output, Parsed } from '#contract/lib/service.ts';
import type { systemRestores } from '#contract/operations/restores.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { wakeJob } from '#server/lib/wake-job.ts';
import { restoreById } from './store.ts';

type Operations = (typeof systemRestores)['operations'];

export async function readDryRun(
  { database }: SignedIn,
  { id }: { id: string },
): Promise<Output<Operations['getDryRun']>> {
  const found = await database.read.selectFrom('restores').select('report').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
  // The check has written it.
  return (found.report ?? undefined) as Output<Operations['getDryRun']>;
}

/** Throws 409 unless the archive is checked and was not restored yet. */
export async function startRestore(
  context: SignedIn,
  { id, administrator }: Parsed<Operations['start']>,
): Promise<JsonText> {
  await transaction(context, async (tx) => {
    const { rows } = await sql<{ state: string; companyName: string }>`
      select case when pieces > 0 and report is not null then state else '' end as state, company_name from restores
      where id = ${id} for update`.execute(tx.db);
    const [found] = rows;
    if (!found) throw notFound();
    if (found.state !== 'checked' && found.state !== 'failed') throw new Refusal(409, 'list.restores.notChecked');
    await sql`
      update restores set state = 'ordered', administrator = ${administrator}, progress = 0, attempts = 0, problem = '',
        problem_about = '', ended_at = null where id = ${id}`.execute(tx.db);
    await audit(tx, `Began to restore the company ${found.companyName} from an archive`);
  });
  await wakeJob(context, 'backups');
  return restoreById(context, id);
}
