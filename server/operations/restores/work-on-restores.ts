// Checks the archives that wait and restores those that were ordered, one at a time in the whole installation.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { DryRun } from '#contract/operations/restores.ts';
import { addFirstTerms } from '#server/balance/terms/add-first-terms.ts';
import { isTermsAt } from '#server/balance/terms/terms-at.ts';
import { type Db, dbOn } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import { sniffFile, sniffImage } from '#server/files/sniff-file.ts';
import { inviteAdministrator } from '#server/identity/sign-up/invite-administrator.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { type Rest, restBetween } from '#server/lib/rest-between.ts';
import { remind } from '#server/messaging/feed/remind.ts';
import { restoredId } from './map-ids-in-json.ts';
import { joinPieces } from './pieces.ts';
import { asRefused, type CompanyArchive, RefusedArchive, readCompanyArchive } from './read-company-archive.ts';
import { type RestoredRows, restoreRows } from './restore-rows.ts';

/** As those of backups (server/operations/backups/make-backups.ts). */
const leaseSeconds = 60;
const noteInterval = 2_000;
const maxAttempts = 3;
const claimLock = 4_027_034;
/** Others work meanwhile: of three parts of the time, it takes one. */
const restTimes = 2;

/** Content may be so many times larger than the largest archive. */
const maxUnpacked = 10;

const page = '/app/system/restore';

interface Claimed {
  id: string;
  state: 'checking' | 'restoring';
  size: number;
  attempts: number;
  fileName: string;
  companyName: string;
  madeBy: string | null;
  madeByName: string;
  toldIn: string | null;
  administrator: string;
  files: string[];
}

interface Work {
  claimed: Claimed;
  path: string;
  signal: AbortSignal;
  /** Counts the bytes of the archive that were read. */
  onBytes(bytes: number): void;
  begin(total: number): void;
  rest: Rest;
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
/** New ids of files and records; those of an attempt tell what it has left in the file store. */
const saltOf = ({ id }: Pick<Claimed, 'id'>, attempt: number) => `${id} ${attempt}`;

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
      returning id, state, size, attempts, file_name, company_name, made_by, made_by_name, told_in, administrator, files`.execute(
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
    // Whatever kills the process again and again is in the archive.
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
    const report = JSON.stringify(reportOf(archive, found.rows, found.limits));
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

/** Rows, invitations and the end of the restore are committed together; files without rows are removed by the next attempt. */
async function restore(services: Services, task: Work): Promise<void> {
  const archive = await open(services, task);
  try {
    await storeFiles(services, archive, task);
    await inTransaction(services, task, async (client) => {
      const { companyId } = await restoreRows(client, archive, optionsOf(services, task));
      await client.query(`set local daybook.restoring = ''`);
      const context: ServiceContext = { ...services, db: dbOn(client) };
      await addFirstTerms(context.db, companyId);
      await tell(context, task.claimed, companyId, archive.name);
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

/** Files up to this size (bytes) are read into memory to detect their type; of larger ones, only pictures are recognized. */
const maxSniffed = 32 * 2 ** 20;

/** The bytes of a file. Notes the kind that they show. */
async function readFileOf(
  archive: CompanyArchive,
  file: CompanyArchive['files'][number],
  { onBytes, signal, rest }: Work,
): Promise<AsyncIterable<Buffer>> {
  const source = await archive.readFile(file.id);
  return (async function* () {
    const begun: Buffer[] = [];
    let isFirst = true;
    for await (const piece of source as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      if (isFirst) file.kind = sniffImage(piece);
      isFirst = false;
      if (file.kind === undefined && file.size <= maxSniffed) begun.push(piece);
      onBytes(piece.length);
      yield piece;
      await rest();
    }
    if (file.size <= maxSniffed) file.kind ??= sniffFile(Buffer.concat(begun)) ?? '';
  })();
}

async function storeFiles(services: Services, archive: CompanyArchive, task: Work): Promise<void> {
  const part = `${task.path}.part`;
  const salt = saltOf(task.claimed, task.claimed.attempts);
  try {
    for (const file of archive.files) {
      await pipeline(await readFileOf(archive, file, task), createWriteStream(part, { mode: 0o600 }));
      await services.files.putFile(restoredId(salt, file.id), part);
    }
  } finally {
    await rm(part, { force: true });
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

/** Removes what the attempts so far have left in the file store. Call it only for a restore that is not done. */
export async function removeRestoredFiles(
  { files, log }: Pick<Services, 'files' | 'log'>,
  restore: Pick<Claimed, 'id' | 'attempts' | 'files'>,
): Promise<void> {
  for (let attempt = 1; attempt <= restore.attempts; attempt++) {
    for (const id of restore.files) {
      await files
        .remove(restoredId(saltOf(restore, attempt), id))
        .catch((error: unknown) => log.warn({ err: error }, 'a file of a restore was left behind'));
    }
  }
}

/** Invites the administrator, and notes the end in the feed of the operator. */
async function tell(context: ServiceContext, claimed: Claimed, companyId: string, company: string): Promise<void> {
  const { administrator, madeByName } = claimed;
  const language = await languageOf(context.db, claimed);
  await inviteAdministrator(context, { companyId, eMail: administrator, language, by: madeByName });
  await note(context, claimed, translate(language, 'reminderText.restoreDone', { company }));
}

async function note(context: ServiceContext, { madeBy, toldIn }: Claimed, text: string): Promise<void> {
  if (!madeBy || !toldIn) return;
  const { rows } = await sql`
    select from employees where company_id = ${toldIn} and user_id = ${madeBy}`.execute(context.db);
  if (rows.length > 0) await remind(context, { companyId: toldIn, userId: madeBy, type: 'other', text, link: page });
}

async function languageOf(db: Db, { madeBy }: Claimed): Promise<string> {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('languages as l', 'l.id', 'u.languageId')
    .select('l.key')
    .where('u.id', '=', madeBy)
    .executeTakeFirst();
  return found?.key ?? 'en';
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
    const language = await languageOf(tx.db, claimed);
    const { companyName: company } = claimed;
    await note(tx, claimed, translate(language, 'reminderText.restoreFailed', { company }));
  }).catch(() => {
    // The database is away: the lease ends, and another attempt begins.
  });
}

async function limitsOf({ clock }: Services, db: Db, companyId: string): Promise<DryRun['limits']> {
  await addFirstTerms(db, companyId);
  const { rows } = await sql<DryRun['limits']>`
    select t.max_users as people, t.max_locations as locations from companies c join company_terms t on ${isTermsAt(clock.now())}
    where c.id = ${companyId}`.execute(db);
  return rows[0] ?? { people: 0, locations: 0 };
}

const moneyTables = new Set(
  'company_terms unit_prices billing deposits transactions entries holds usage payments payment_moves invoices invoice_lines invoice_line_usage invoice_vat invoice_settlements invoice_files dunning billing_profiles'.split(
    ' ',
  ),
);
const rightTables = new Set(['user_actions', 'user_groups', 'user_pages']);
const auditTables = new Set(['user_audits', 'data_audits']);

function reportOf(archive: CompanyArchive, rows: RestoredRows, limits: DryRun['limits']): DryRun {
  const sum = (tables: ReadonlySet<string>) =>
    rows.tables.filter(({ name }) => tables.has(name)).reduce((total, one) => total + one.rows, 0);
  const leftOut: DryRun['leftOut'] = [
    { reason: 'renamed', count: rows.renamed.length, about: rows.renamed.slice(0, 10) },
    { reason: 'oldFiles', count: rows.lostFileCount, about: rows.lostFiles },
    { reason: 'people', count: rows.people.length, about: [] },
    { reason: 'rights', count: sum(rightTables), about: [] },
    { reason: 'money', count: sum(moneyTables), about: [] },
    { reason: 'audits', count: sum(auditTables), about: [] },
    { reason: 'authors', count: rows.people.length, about: [] },
    { reason: 'plan', count: 1, about: [] },
  ];
  return {
    companyName: archive.name,
    madeAt: archive.madeAt,
    product: archive.product,
    tables: rows.tables.filter((one) => one.rows > 0),
    files: { count: archive.files.length, bytes: archive.files.reduce((total, { size }) => total + size, 0) },
    leftOut: leftOut.filter(({ count }) => count > 0),
    people: rows.people,
    limits,
    locations: rows.locations,
  };
}

/** Removes work files of processes that were killed. */
async function removeLeftFiles(services: Services): Promise<void> {
  const folder = workFolder(services);
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { rows } = await sql<{ id: string; attempts: number }>`
    select id, attempts from restores where state in ('checking', 'restoring') and lease_until >= ${services.clock.now()}`.execute(
    services.database.write,
  );
  const inUse = rows.map(workFile);
  for (const name of names) {
    if (!inUse.some((used) => name.startsWith(used))) await rm(join(folder, name), { force: true });
  }
}
