// Checks that each address of the database leads where the product needs it: settings, rights to change, no unnamed
// pooler in between. Runs before the migrations; `/readyz` repeats the part that can change while the product runs.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { refusesSettings } from './database-away.ts';
import { connectWithRetry } from './migrate-database.ts';
import { type Database, type Db, statementTimeout } from './pool.ts';
import type { PoolName } from './watch-holders.ts';

const addressOf = { write: 'DATABASE_URL', read: 'DATABASE_READ_URL' } as const;

/** The settings of a session on which the product relies; times in ms, 0 for none. */
interface SessionSettings {
  timeZone: string;
  plans: string;
  statementMs: number;
  idleMs: number;
  isReadOnly: boolean;
  isStandby: boolean;
}

const sessionSettings = `
  select current_setting('TimeZone') as "timeZone", current_setting('plan_cache_mode') as plans,
    extract(epoch from current_setting('statement_timeout')::interval)::int * 1000 as "statementMs",
    extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::int * 1000 as "idleMs",
    current_setting('default_transaction_read_only') = 'on' as "isReadOnly", pg_is_in_recovery() as "isStandby"`;

/** How to give the settings to the role, where a pooler lets no session choose them. */
const alterRole = [
  'timezone = UTC',
  'plan_cache_mode = force_generic_plan',
  `statement_timeout = ${statementTimeout}`,
  'idle_in_transaction_session_timeout = 60000',
];

/**
 * Throws an error with one line for the operator when an address leads elsewhere than it should. Changes nothing in
 * the database. `poolSize`: connections that this process opens for changes, and as many for reads.
 */
export async function checkPools(database: Database, poolSize: number, log: (line: string) => void): Promise<void> {
  const direct = await connectDirectly(database, log);
  try {
    await assertIsServer(direct, database.isPooled);
    await warnOfFewConnections(direct, database.isPooled ? 0 : 2 * poolSize, log);
    for (const pool of ['write', 'read'] as const) {
      const client = await connectAs(database, pool);
      try {
        await assertSameDatabase(direct, client, pool);
        const wrong = wrongSettings(await settingsOf(client), pool);
        if (wrong) throw new Error(await explained(database, pool, wrong));
        if (!database.isPooled && (await isBehindPooler(client))) throw new Error(unnamedPooler(addressOf[pool]));
      } finally {
        await client.end();
      }
      if (database.isPooled) await assertKeepsStatements(database, pool);
    }
  } finally {
    await direct.end();
  }
}

/** Undefined, or why a pool that was right at the start is not any more: a pooler or a role that was changed since. */
export async function changedPools(database: Database): Promise<string | undefined> {
  for (const pool of ['write', 'read'] as const) {
    const { rows } = await sql<SessionSettings>`${sql.raw(sessionSettings)}`.execute(database[pool] as Db);
    const wrong = rows[0] && wrongSettings(rows[0], pool);
    if (wrong) return `${addressOf[pool]} ${wrong}.`;
  }
  return undefined;
}

async function connectDirectly(database: Database, log: (line: string) => void): Promise<pg.Client> {
  try {
    return await connectWithRetry(database.connect, log);
  } catch (error) {
    if (!refusesSettings(error)) throw error;
    throw new Error(database.isPooled ? pooledDirect : unnamedPooler('DATABASE_URL'), { cause: error });
  }
}

async function connectAs(database: Database, pool: PoolName): Promise<pg.Client> {
  try {
    return await database.connectAs(pool);
  } catch (error) {
    if (!database.isPooled && refusesSettings(error)) throw new Error(unnamedPooler(addressOf[pool]), { cause: error });
    throw new Error(`${addressOf[pool]} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

async function settingsOf(client: pg.Client): Promise<SessionSettings> {
  const { rows } = await client.query<SessionSettings>(sessionSettings);
  if (!rows[0]) throw new Error('PostgreSQL returned no settings.');
  return rows[0];
}

function wrongSettings(found: SessionSettings, pool: PoolName): string | undefined {
  if (pool === 'write' && found.isStandby) return 'leads to a standby, which takes no changes';
  if (pool === 'write' && found.isReadOnly) return 'leads to a read-only session';
  if (pool === 'read' && !found.isReadOnly) return 'leads to a session that is not read-only';
  if (!/^(Etc\/)?UTC$/.test(found.timeZone)) return `leads to a session in the time zone ${found.timeZone}, not UTC`;
  if (found.plans !== 'force_generic_plan') return 'leads to a session without generic plans';
  if (found.statementMs === 0 || found.statementMs > statementTimeout) {
    return `leads to a session without a statement timeout of ${statementTimeout / 1000} s or less`;
  }
  if (found.idleMs === 0) return 'leads to a session without a timeout of idle transactions';
  return undefined;
}

async function explained(database: Database, pool: PoolName, wrong: string): Promise<string> {
  const line = `${addressOf[pool]} ${wrong}`;
  if (/standby/.test(wrong)) return `${line}. Name the address of the primary.`;
  if (/read-only/.test(wrong)) {
    return pool === 'read'
      ? `${line}. Give the pooler a database with connect_query = 'set default_transaction_read_only = on', and name it.`
      : `${line}. Name the database for changes; the read-only one belongs into DATABASE_READ_URL.`;
  }
  const { user, name, isSet } = await roleSettings(database);
  // Sessions that the pooler had opened before the role got its settings keep the former ones.
  if (isSet) return `${line}, though the role has it: tell the pooler to RECONNECT.`;
  const statements = alterRole.map((setting) => `alter role "${user}" in database "${name}" set ${setting}`);
  return `${line}. Run once: ${statements.join('; ')}`;
}

/** Whether the role has its settings at the server, where a session without any of its own gets them. */
async function roleSettings(database: Database): Promise<{ user: string; name: string; isSet: boolean }> {
  const client = await database.connect();
  try {
    const { rows } = await client.query<{ user: string; name: string; settings: string[] }>(`
      select current_user as user, current_database() as name,
        coalesce((select array_agg(one) from pg_db_role_setting s, unnest(s.setconfig) one
          where s.setrole in (0, (select oid from pg_roles where rolname = current_user))
            and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))), '{}') as settings`);
    const { user = '', name = '', settings = [] } = rows[0] ?? {};
    const names = settings.map((setting) => setting.split('=')[0]?.toLowerCase());
    return { user, name, isSet: alterRole.every((setting) => names.includes(setting.split(' ')[0])) };
  } finally {
    await client.end();
  }
}

async function assertIsServer(direct: pg.Client, isPooled: boolean): Promise<void> {
  if (!(await isBehindPooler(direct))) return;
  throw new Error(isPooled ? pooledDirect : unnamedPooler('DATABASE_URL'));
}

const pooledDirect = 'DATABASE_DIRECT_URL leads to a pooler; it must lead to the PostgreSQL server itself.';

/** Beside the pools: notifications, the queue of jobs, imports, and an archive or a check of the books. */
const connectionsBeside = 5;

async function warnOfFewConnections(direct: pg.Client, pooled: number, log: (line: string) => void): Promise<void> {
  const { rows } = await direct.query<{ free: number }>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as free`);
  const [needed, free] = [pooled + connectionsBeside, rows[0]?.free ?? 0];
  if (needed <= free) return;
  log(
    `This process may open ${needed} connections; the database has ${free} left. Raise its max_connections, lower DATABASE_POOL, or set a pooler between (docs/guides/pooler.md).`,
  );
}

function unnamedPooler(address: string): string {
  return `${address} leads to a pooler. Set DATABASE_POOLER=transaction, DATABASE_READ_URL and DATABASE_DIRECT_URL (docs/guides/pooler.md).`;
}

/** A server announces the number of the process that serves the connection; a pooler announces one of its own. */
async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // pg keeps the announced number; its types do not have it.
  return rows[0]?.pid !== (client as pg.Client & { processID?: number }).processID;
}

/** A lock that one session holds is seen by the others of its database. */
async function assertSameDatabase(direct: pg.Client, client: pg.Client, pool: PoolName): Promise<void> {
  const key = randomInt(2 ** 31 - 1);
  await direct.query('select pg_advisory_lock_shared($1, $2)', [lockClass, key]);
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists(select from pg_locks where locktype = 'advisory' and classid = ${lockClass} and objid = ${key}
        and database = (select oid from pg_database where datname = current_database())) as found`,
    );
    if (rows[0]?.found) return;
    throw new Error(
      pool === 'write'
        ? 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.'
        : 'DATABASE_READ_URL leads to another database than DATABASE_URL, or to a standby of it.',
    );
  } finally {
    await direct.query('select pg_advisory_unlock_shared($1, $2)', [lockClass, key]);
  }
}

/** An arbitrary number for the locks of this check. */
const lockClass = 4_027_002;

/**
 * A statement with a name must run on whichever session of the server the pooler chooses. Two connections make it
 * choose another one.
 */
async function assertKeepsStatements(opened: Database, pool: PoolName): Promise<void> {
  const [one, other] = [await opened.connectAs(pool), await opened.connectAs(pool)];
  const named = { name: 'daybook-check', text: 'select pg_backend_pid() as pid' };
  try {
    await one.query(named);
    await other.query('begin');
    await other.query(named);
    await one.query(named);
    await other.query('rollback');
    await other.query(named);
  } catch (error) {
    if (!/prepared statement/i.test((error as Error).message)) throw error;
    throw new Error(
      `The pooler of ${addressOf[pool]} does not keep prepared statements: it must be PgBouncer 1.21 or newer, with max_prepared_statements = 600.`,
      { cause: error },
    );
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
