// Finds the archive behind the Id of a backup, for the administrators of its company.
import { allows } from '#contract/lib/may.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context, SignedIn } from '#server/lib/context.ts';
import { checkDownloadLimits, limitDownload } from '#server/lib/files/running-downloads.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { archiveKey } from './store.ts';

/** Seconds after which a client asks again while the backup is being made. */
const retryAfter = 5;

/**
 * Returns the archive; undefined for an Id that is no backup of a company that the caller administers, and for one that
 * has expired. Throws 503 while it is being made, and 409 when it failed.
 */
export async function downloadBackup(context: Context, { id }: { id: string }): Promise<FileAnswer | undefined> {
  const { user, database } = context;
  if (!user || !allows(user.actions, 'admin')) return undefined;
  const signedIn: SignedIn = { ...context, user };
  const backup = await findArchive({ ...signedIn, db: database.read }, id);
  if (!backup) return undefined;
  const archive = await backup.open();
  if (!archive) throw notFound();
  try {
    const body = limitDownload(signedIn, () => archive);
    await audit({ ...context, db: database.write }, 'Downloaded a backup of the company');
    const name = `${backup.name} ${backup.createdAt.toString().slice(0, 10)}.zip`;
    return new FileAnswer(body, 'application/zip', { name, etag: `"${backup.sha256}"` });
  } catch (error) {
    archive.destroy();
    throw error;
  }
}

/** Reports a refusal before the download starts; the browser would show it as a page of JSON. */
export async function checkBackup(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  checkDownloadLimits(context);
  const archive = await (await findArchive({ ...context, db: context.database.read }, id))?.open();
  if (!archive) throw new Refusal(404, 'list.backups.gone');
  archive.destroy();
}

/** The archive of a backup of the caller's company; undefined when it is unknown or has expired. */
async function findArchive({ user, db, files, clock }: SignedIn, id: string) {
  const backup = await db
    .selectFrom('backups as b')
    .innerJoin('companies as c', 'c.id', 'b.companyId')
    .select(['b.state', 'b.attempts', 'b.createdAt', 'b.expiresAt', 'b.sha256', 'c.name'])
    .where('b.companyId', '=', user.companyId)
    .where('b.id', '=', id)
    .executeTakeFirst();
  if (!backup) return undefined;
  const { state, attempts, expiresAt } = backup;
  if (state === 'waiting' || state === 'running') throw new Refusal(503, 'list.backups.notReady', { retryAfter });
  if (state === 'failed') throw new Refusal(409, 'list.backups.notMade');
  const isOver = expiresAt !== null && Temporal.Instant.compare(expiresAt, clock.now()) <= 0;
  if (state !== 'done' || isOver) return undefined;
  return { ...backup, open: () => files.read(archiveKey(id, attempts)) };
}
