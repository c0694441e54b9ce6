// Checks the archives that wait and restores those that were ordered, one at a time in the whole installation.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { addFirstTerms } from '#server/balance/terms/add-first-terms.ts';
import { type Db, dbOn } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { restBetween } from '#server/lib/rest-between.ts';
import {
  asRefused,
  type CompanyArchive,
  RefusedArchive,
  readCompanyArchive,
} from '#server/operations/archives/read-company-archive.ts';
import { dryRunReport, limitsOf } from './dry-run-report.ts';
import { notifyOfFailure, notifyOfRestore } from './notify-of-restore.ts';
import { joinPieces } from './pieces.ts';
import { restoreRows } from './restore-rows.ts';
import { type Reading, readFileOf, removeRestoredFiles, saltOf, storeFiles } from './restored-files.ts';

/** As those of backups (server/operations/backups/make-backups.ts). */
const leaseSeconds = 60;
const noteInterval = 2_000;
const maxAttempts = 3;
const claimLock = 4_027_034;
/** Others work meanwhile: of three parts of the time, it takes one. */
const restTimes = 2;

/** Content may be so many times larger than the largest archive. */
const maxUnpacked = 10;

interface Claimed {
  id: string;
  state: 'checking' | 'restoring';
  size: number;
  attempts: number;
  fileName: string;
  companyName: string;
  madeBy: string | null;
  madeByName: string;
  notifiedIn: string | null;
  administrator: string;
  files: string[];
}

interface Work extends Reading {
  claimed: Claimed;
  path: string;
  begin(total: number): void;
}

const running = new WeakSet<Services['database']>();

/** Works until nothing waits; does nothing while this process already does. Failures are recorded, not thrown. */
export async function workOnRestores(services: Services): Promise<void> {
  if (running.has(services.database)) return;
  running.add(services.database);
  try {
    await removeLeftFiles(services);
    for (let claimed = await claim(services); claimed; claimed = await claim(services)) await work(services, claimed);
  } finally {
    running.delete(services.database);
  }
}

const workFolder = ({ config }: Services) => join(config.dataDir, 'restores');
const workFile = ({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>) => `${id}-${attempts}.zip`;

/** Claims the oldest that waits, or whose process is gone; undefined while another process works on one. */
function claim(services: Services): Promise<Claimed | undefined> {
  return transaction({ ...services, db: services.database.write }, async ({ db, clock }) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(db);
    const now = clock.now();
    const { rows } = await sql<Claimed>`
      update restores set attempts = attempts + 1, progress = 0, lease_until = ${now.add({ seconds: leaseSeconds })},
        state = case when state in ('waiting', 'checking') then 'checking' else 'restoring' end
      where id = (
        select id from restores where state in ('waiting', 'ordered') or state in ('checking', 'restoring') and lease_until < ${now}
        order by created_at, id limit 1)
      and not exists (select from restores where state in ('checking', 'restoring') and lease_until >= ${now})
      returning id, state, size, attempts, file_name, company_name, made_by, made_by_name, notified_in, administrator, files`.execute(
      db,
    );
    return rows[0];
  });
}

async function work(services: Services, claimed: Claimed): Promise<void> {
  const path = join(workFolder(services), workFile(claimed));
  const ended = new AbortController();
  let [read, total] = [0, 0];
  const progress = () => (total > 0 ? Math.min(99, Math.floor((100 * read) / total)) : 0);
  const note = setInterval(() => void renew(services, claimed, progress(), ended), noteInterval);
  const task: Work = {
    claimed,
    path,
    signal: ended.signal,
    onBytes: (bytes) => {
      read += bytes;
    },
    begin: (bytes) => {
      total = bytes;
    },
    rest: restBetween(restTimes),
  };
  try {
    await removeRestoredFiles(services, { ...claimed, attempts: claimed.attempts - 1 });
    // The archive is the cause when the process is killed again and again.
    if (claimed.attempts > maxAttempts) throw new RefusedArchive('failed');
    await joinPieces(services, claimed, path, task);
    await (claimed.state === 'checking' ? check(services, task) : restore(services, task));
  } catch (error) {
    if (!ended.signal.aborted) await fail(services, task, asRefused(error));
  } finally {
    clearInterval(note);
    await rm(path, { force: true }).catch(() => {});
  }
}

/** Notes the progress. Ends the work when the restore was deleted, or when another process has taken it over. */
async function renew({ database, clock }: Services, claimed: Claimed, progress: number, ended: AbortController) {
  const leaseUntil = clock.now().add({ seconds: leaseSeconds });
  try {
    const isOwn = await setOwn(database.write, claimed, sql`progress = ${progress}, lease_until = ${leaseUntil}`);
    if (!isOwn) ended.abort(new Error('The restore was deleted.'));
  } catch {
    // The database is away for a moment; the lease covers that.
  }
}

/** Returns false when the row is no longer this process's. */
async function setOwn(db: Db, { id, state, attempts }: Claimed, values: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update restores set ${values} where id = ${id} and attempts = ${attempts} and state = ${state}`.execute(db);
  return numAffectedRows === 1n;
}

/** The dry run: everything that the restore does to the database, undone. */
async function check(services: Services, task: Work): Promise<void> {
  const archive = await open(services, task);
  try {
    // Reading to the end is the check.
    for (const file of archive.files) for await (const _piece of await readFileOf(archive, file, task));
    const found = await inTransaction(services, task, async (client) => {
      const rows = await restoreRows(client, archive, optionsOf(services, task));
      return { rows, limits: await limitsOf(services, dbOn(client), rows.companyId) };
    });
    const report = JSON.stringify(dryRunReport(archive, found.rows, found.limits));
    const endedAt = services.clock.now();
    await setOwn(
      services.database.write,
      task.claimed,
      sql`state = 'checked', progress = 100, lease_until = null, ended_at = ${endedAt}, report = ${report}::jsonb,
        company_name = ${archive.name}, files = ${archive.files.map(({ id }) => id)}::text[]`,
    );
  } catch (error) {
    // The database may have read of the damage before its checksum did.
    if (!task.signal.aborted) await archive.verifyTables(task);
    throw error;
  } finally {
    archive.close();
  }
}

/**
 * Rows, invitations and the end of the restore are committed together; files without rows are removed by the next
 * attempt.
 */
async function restore(services: Services, task: Work): Promise<void> {
  const archive = await open(services, task);
  try {
    const { salt } = optionsOf(services, task);
    await storeFiles(services, archive, { salt, part: `${task.path}.part`, reading: task });
    await inTransaction(services, task, async (client) => {
      const { companyId } = await restoreRows(client, archive, optionsOf(services, task));
      await client.query(`set local daybook.restoring = ''`);
      const context: ServiceContext = { ...services, db: dbOn(client) };
      await addFirstTerms(context.db, companyId);
      await notifyOfRestore(context, task.claimed, { companyId, name: archive.name });
      task.signal.throwIfAborted();
      const values = sql`state = 'done', progress = 100, lease_until = null, ended_at = ${services.clock.now()}, restored_to = ${companyId}`;
      if (!(await setOwn(context.db, task.claimed, values))) throw new Error('The restore was deleted.');
      return 'commit';
    });
  } catch (error) {
    if (!(await isDone(services, task.claimed))) await removeRestoredFiles(services, task.claimed);
    throw error;
  } finally {
    archive.close();
  }
}

async function open(services: Services, task: Work): Promise<CompanyArchive> {
  const archive = await readCompanyArchive(task.path, {
    maxBytes: services.config.restoreMaxMegabytes * maxUnpacked * 2 ** 20,
  });
  task.begin(archive.bytes);
  return archive;
}

const optionsOf = (services: Services, { claimed, onBytes, rest }: Work) => ({
  salt: saltOf(claimed, claimed.attempts),
  now: services.clock.now(),
  onBytes,
  rest,
});

/** Runs `act` on a connection of its own. Undoes what it did, unless it returns `commit`. */
async function inTransaction<T>(
  { database }: Services,
  { signal }: Work,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = await database.connect();
  // A statement may take minutes; without its connection, the database undoes it.
  const stop = () => client.connection.stream.destroy();
  signal.addEventListener('abort', stop);
  try {
    await client.query('begin');
    const result = await act(client);
    await client.query(result === 'commit' ? 'commit' : 'rollback');
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

/** Whether it was committed: the answer may have been lost. Also true while that is unknown. */
async function isDone({ database }: Services, { id }: Claimed): Promise<boolean> {
  try {
    const { rows } = await sql`select from restores where id = ${id} and state = 'done'`.execute(database.write);
    return rows.length > 0;
  } catch {
    return true;
  }
}

/** An archive is refused by its check; later, only what happened meanwhile can fail, which another attempt may not. */
async function fail(services: Services, task: Work, error: unknown): Promise<void> {
  const { claimed } = task;
  const isRefused = error instanceof RefusedArchive;
  if (!isRefused) {
    services.log.error({ category: 'Backup', err: error, restore: claimed.id }, 'a restore failed');
  }
  const { problem, about } = isRefused ? error : { problem: 'failed', about: '' };
  const isLast = isRefused || claimed.attempts >= maxAttempts;
  const again = claimed.state === 'checking' ? 'waiting' : 'ordered';
  const ended = claimed.state === 'checking' ? 'refused' : 'failed';
  await transaction({ ...services, db: services.database.write }, async (tx) => {
    const values = isLast
      ? sql`state = ${ended}, ended_at = ${tx.clock.now()}, problem = ${problem}, problem_about = ${about}, lease_until = null`
      : sql`state = ${again}, lease_until = null`;
    if (!(await setOwn(tx.db, claimed, values)) || !isLast || claimed.state === 'checking') return;
    await notifyOfFailure(tx, claimed);
  }).catch(() => {
    // The database is away: the lease ends, and another attempt begins.
  });
}

/** Removes work files of processes that were killed. */
async function removeLeftFiles(services: Services): Promise<void> {
  const folder = workFolder(services);
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const { rows } = await sql<{ id: string; attempts: number }>`
    select id, attempts from restores where state in ('checking', 'restoring') and lease_until >= ${services.clock.now()}`.execute(
    services.database.write,
  );
  const inUse = rows.map(workFile);
  for (const name of names) {
    if (!inUse.some((used) => name.startsWith(used))) await rm(join(folder, name), { force: true });
  }
}
