// Makes the backups that wait, one at a time in the whole installation.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { backupHours } from '#contract/operations/backups.ts';
import { countForCompany } from '#server/db/company-seconds.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { sizeOfFile, verifyArchive } from '#server/lib/files/archive.ts';
import { translate } from '#server/lib/i18n.ts';
import { type Rest, restBetween } from '#server/lib/rest-between.ts';
import { remind } from '#server/messaging/feed/remind.ts';
import { remindAdmins } from '#server/messaging/feed/remind-admins.ts';
import { readCompanyArchive } from '#server/operations/archives/read-company-archive.ts';
import { writeCompanyArchive } from '#server/operations/archives/write-company-archive.ts';
import { archiveKey, archiveKeys } from './store.ts';

/** The lease of a process on a backup (s): another process begins again so long after this one was killed. */
const leaseSeconds = 60;
/** Between two notes of the progress, each of which renews the lease (ms). */
const noteInterval = 2_000;
/** A backup that fails so often is given up. */
const maxAttempts = 3;
/** Others work meanwhile: of five parts of the time, it takes one. */
const restTimes = 4;
/** Any number: processes claim one after the other. */
const claimLock = 4_027_032;

const page = '/app/company/data-backup';

interface Claimed {
  companyId: string;
  id: string;
  attempts: number;
  isScheduled: boolean;
  madeBy: string | null;
}

const running = new WeakSet<Services['database']>();

/**
 * Makes waiting backups until there are none; does nothing while this process already does. Returns how many it has
 * made. Failures are recorded, not thrown.
 */
export async function makeWaitingBackups(services: Services): Promise<number> {
  if (running.has(services.database)) return 0;
  running.add(services.database);
  try {
    await removeLeftFiles(services);
    let made = 0;
    for (let claimed = await claim(services); claimed; claimed = await claim(services)) {
      if (await make(services, claimed)) made++;
    }
    return made;
  } finally {
    running.delete(services.database);
  }
}

/** The folder of archives that are being written, on the same file system as the files of `DATA_DIR`. */
function workFolder({ config }: Services): string {
  return join(config.dataDir, 'backups');
}

/**
 * Claims the oldest backup that waits, or whose process is gone, first of those that people wait for; undefined while
 * another process makes one.
 */
function claim(services: Services): Promise<Claimed | undefined> {
  return transaction({ ...services, db: services.database.write }, async (tx) => {
    const { db, clock } = tx;
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(db);
    const now = clock.now();
    await giveUp(tx);
    const { rows } = await sql<Claimed>`
      update backups set state = 'running', attempts = attempts + 1, progress = 0,
        lease_until = ${now.add({ seconds: leaseSeconds })}
      where (company_id, id) = (
        select company_id, id from backups
        where state = 'waiting' or (state = 'running' and lease_until < ${now})
        order by is_scheduled, created_at, id limit 1)
      and not exists (select from backups where state = 'running' and lease_until >= ${now})
      returning company_id, id, attempts, is_scheduled, made_by`.execute(db);
    return rows[0];
  });
}

/** Ends backups whose processes were killed again and again: something in them may be what kills. */
async function giveUp(tx: ServiceContext): Promise<void> {
  const now = tx.clock.now();
  const givenUp = await tx.db
    .updateTable('backups')
    .set({ state: 'failed', endedAt: now, leaseUntil: null })
    .where('state', '=', 'running')
    .where('leaseUntil', '<', now)
    .where('attempts', '>=', maxAttempts)
    .returning(['companyId', 'id', 'attempts', 'isScheduled', 'madeBy'])
    .execute();
  for (const claimed of givenUp) {
    await removeLater(tx.db, archiveKeys(claimed));
    await notify(tx, claimed, 'reminderText.backupFailed');
  }
}

/** Removes archives of attempts whose processes may have been killed right after they stored them. */
async function removeLater(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('removedFiles')
    .values(keys.map((key) => ({ key })))
    .onConflict((present) => present.doNothing())
    .execute();
}

async function make(services: Services, claimed: Claimed): Promise<boolean> {
  const { companyId, id, attempts } = claimed;
  const key = archiveKey(id, attempts);
  const path = join(workFolder(services), `${key}.part`);
  const ended = new AbortController();
  let progress = 0;
  const note = setInterval(() => void renew(services, claimed, progress, ended), noteInterval);
  let isStored = false;
  try {
    await mkdir(workFolder(services), { recursive: true, mode: 0o700 });
    const rest = restBetween(restTimes);
    const onProgress = (percent: number) => {
      progress = percent;
    };
    await countForCompany(services.database, companyId, () =>
      writeCompanyArchive(services, { companyId, path, signal: ended.signal, onProgress, rest }),
    );
    await verifyArchive(path, rest);
    // Throws for an archive that no restore would accept.
    (await readCompanyArchive(path)).close();
    const [size, sha256] = [await sizeOfFile(path), await hashOf(path, rest)];
    ended.signal.throwIfAborted();
    isStored = true;
    await services.files.putFile(key, path);
    if (await finish(services, claimed, { size, sha256 })) return true;
    // Deleted meanwhile, or claimed by another process.
    await services.files.remove(key);
    return false;
  } catch (error) {
    if (isStored) await services.files.remove(key).catch(() => {});
    if (!ended.signal.aborted) {
      services.log.error({ category: 'Backup', err: error, companyId, backup: id }, 'a backup failed');
      await fail(services, claimed).catch(() => {});
    }
    return false;
  } finally {
    clearInterval(note);
    await rm(path, { force: true }).catch(() => {});
  }
}

/** Notes the progress. Ends the work when the backup was deleted, or when another process has taken it over. */
async function renew(services: Services, claimed: Claimed, progress: number, ended: AbortController): Promise<void> {
  const leaseUntil = services.clock.now().add({ seconds: leaseSeconds });
  try {
    const { numUpdatedRows } = await ownRow(services.database.write, claimed, { progress, leaseUntil });
    if (numUpdatedRows === 0n) ended.abort(new Error('The backup was deleted.'));
  } catch {
    // The database is away for a moment; the lease covers that.
  }
}

function ownRow(db: Db, { companyId, id, attempts }: Claimed, values: object) {
  return db
    .updateTable('backups')
    .set(values)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .executeTakeFirst();
}

/** Offers the archive and notifies the person who asked for it. False when the row is no longer this process's. */
function finish(services: Services, claimed: Claimed, archive: { size: number; sha256: string }): Promise<boolean> {
  return transaction({ ...services, db: services.database.write }, async (tx) => {
    const now = tx.clock.now();
    const isReplaced = claimed.isScheduled && (await hasSchedule(tx.db, claimed.companyId));
    const expiresAt = isReplaced ? null : now.add({ hours: backupHours });
    const values = { ...archive, state: 'done', progress: 100, endedAt: now, leaseUntil: null, expiresAt };
    const { numUpdatedRows } = await ownRow(tx.db, claimed, values);
    if (numUpdatedRows === 0n) return false;
    await removeLater(tx.db, archiveKeys({ id: claimed.id, attempts: claimed.attempts - 1 }));
    await notify(tx, claimed, 'reminderText.backupDone');
    return true;
  });
}

/** Whether later backups replace a scheduled one. A change of the schedule waits for this transaction. */
async function hasSchedule(db: Db, companyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('backupSchedules')
    .select('every')
    .where('companyId', '=', companyId)
    .forShare()
    .executeTakeFirst();
  return found !== undefined && found.every !== 'never';
}

async function fail(services: Services, claimed: Claimed): Promise<void> {
  await transaction({ ...services, db: services.database.write }, async (tx) => {
    const isLast = claimed.attempts >= maxAttempts;
    const state = isLast ? { state: 'failed', endedAt: tx.clock.now() } : { state: 'waiting' };
    const { numUpdatedRows } = await ownRow(tx.db, claimed, { ...state, leaseUntil: null });
    if (!isLast || numUpdatedRows === 0n) return;
    await removeLater(tx.db, archiveKeys(claimed));
    await notify(tx, claimed, 'reminderText.backupFailed');
  });
}

/** The person who asked; of scheduled backups, the administrators hear only when one fails. */
async function notify(
  tx: ServiceContext,
  { companyId, madeBy, isScheduled }: Claimed,
  words: 'reminderText.backupDone' | 'reminderText.backupFailed',
): Promise<void> {
  if (isScheduled) {
    if (words === 'reminderText.backupFailed') await remindAdmins(tx, { companyId, type: 'other', words, link: page });
    return;
  }
  const person = await tx.db
    .selectFrom('employees as e')
    .innerJoin('users as u', 'u.id', 'e.userId')
    .leftJoin('languages as l', 'l.id', 'u.languageId')
    .select(['u.id', 'l.key as language'])
    .where('e.companyId', '=', companyId)
    .where('u.id', '=', madeBy)
    .executeTakeFirst();
  if (!person) return;
  const text = translate(person.language ?? 'en', words);
  await remind(tx, { companyId, userId: person.id, type: 'other', text, link: page });
}

async function hashOf(path: string, rest: Rest): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) {
    hash.update(piece);
    await rest();
  }
  return hash.digest('hex');
}

/** Removes half archives of processes that were killed. */
async function removeLeftFiles(services: Services): Promise<void> {
  const folder = workFolder(services);
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  // Another process with the same folder may be writing one.
  const open = await services.database.write
    .selectFrom('backups')
    .select(['id', 'attempts'])
    .where('state', '=', 'running')
    .where('leaseUntil', '>=', services.clock.now())
    .execute();
  const inUse = new Set(open.map(({ id, attempts }) => `${archiveKey(id, attempts)}.part`));
  for (const name of names) if (!inUse.has(name)) await rm(join(folder, name), { force: true });
}
