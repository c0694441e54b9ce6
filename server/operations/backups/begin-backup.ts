// Begins a backup of the caller's company.
import { randomUUIDv7 } from 'node:crypto';
import { companyBackups } from '#contract/operations/backups.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { notFound } from '#server/lib/refusal.ts';
import { oneAsJson } from '#server/lib/sql/as-json.ts';
import { wakeJob } from '#server/lib/wake-job.ts';
import { addBackup, backupRows } from './store.ts';

/** Each reads all data of the company, and its archive is stored for a day. */
const maxPerDay = 20;

/** Returns the backup at once; while one is being made, that one. Throws 429 after 20 in a day. */
export async function beginBackup(context: SignedIn): Promise<JsonText> {
  const { user, clock } = context;
  const present = await companyTransaction(context, { readOnly: true }, openBackup);
  if (present) return present;
  await throttle(context, { action: 'back up', subject: user.companyId, max: maxPerDay, minutes: 24 * 60 });
  const person = { id: user.id, name: `${user.firstName} ${user.lastName}`.trim() || user.logIn };
  const begun = await companyTransaction(context, { readOnly: false }, async (tx) => {
    const added = { companyId: user.companyId, id: randomUUIDv7(), createdAt: clock.now(), person };
    // Another caller may have been faster.
    if (await addBackup(tx.db, added)) await audit(tx, 'Began a backup of the company');
    return openBackup(tx);
  });
  if (!begun) throw notFound();
  await wakeJob(context, 'backups');
  return begun;
}

function openBackup(context: SignedIn): Promise<JsonText | undefined> {
  const rows = backupRows(context).where('state', 'in', ['waiting', 'running']);
  return oneAsJson(context.db, companyBackups.declared.row, rows);
}
