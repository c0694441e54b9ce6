// Checks that each address of the database leads where the product needs it: settings, rights to change, no unnamed
// pooler in between. Runs before the migrations; `watch-pools.ts` repeats the part that can change while the product
// runs.
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { type ConnectionCounts, connectionsQuery } from './connections-query.ts';
import { refusesSettings } from './database-away.ts';
import { connectWithRetry } from './migrate-database.ts';
import type { Database } from './pool.ts';
import { countRunning } from './running-processes.ts';
import { faultOfSession, type RoleSettings, remedyOf, type SessionState, sessionStateQuery } from './session-faults.ts';
import type { PoolName } from './watch-holders.ts';

/** The setting that names the address of a pool. */
export const addressOfPool = { write: 'DATABASE_URL', read: 'DATABASE_READ_URL' } as const;

/**
 * Throws an error with one line for the operator when an address leads elsewhere than it should. Changes nothing in
 * the database. `poolSize`: connections that this process opens for changes, and as many for reads. `isStart`: it is
 * not yet among the processes that run, and has not opened its own.
 */
export async function checkPools(
  database: Database,
  poolSize: number,
  log: (line: string) => void,
  isStart = true,
): Promise<void> {
  const direct = await connectDirectly(database, log);
  try {
    await assertIsServer(direct, database.isPooled);
    await warnOfFewConnections(direct, { pooled: database.isPooled ? 0 : 2 * poolSize, isStart }, log);
    for (const pool of ['write', 'read'] as const) {
      const client = await connectAs(database, pool);
      try {
        await assertSameDatabase(direct, client, pool);
        const fault = faultOfSession(await stateOf(client), pool);
        if (fault) {
          throw new Error(`${addressOfPool[pool]} ${fault.text}. ${remedyOf(fault, await roleSettings(direct))}`);
        }
        if (!database.isPooled && (await isBehindPooler(client))) throw new Error(unnamedPooler(addressOfPool[pool]));
      } finally {
        await client.end();
      }
      if (database.isPooled) await assertKeepsStatements(database, pool);
    }
  } finally {
    await direct.end();
  }
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
    if (!database.isPooled && refusesSettings(error))
      throw new Error(unnamedPooler(addressOfPool[pool]), { cause: error });
    throw new Error(`${addressOfPool[pool]} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

async function stateOf(client: pg.Client): Promise<SessionState> {
  const { rows } = await client.query<SessionState>(sessionStateQuery);
  if (!rows[0]) throw new Error('PostgreSQL returned no settings.');
  return rows[0];
}

async function roleSettings(direct: pg.Client): Promise<RoleSettings> {
  const { rows } = await direct.query<RoleSettings>(`
    select current_user as user, current_database() as database,
      array(select lower(split_part(one, '=', 1)) from pg_db_role_setting s, unnest(s.setconfig) one
        where s.setrole in (0, (select oid from pg_roles where rolname = current_user))
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))) as names`);
  if (!rows[0]) throw new Error('PostgreSQL returned no role.');
  return rows[0];
}

async function assertIsServer(direct: pg.Client, isPooled: boolean): Promise<void> {
  if (!(await isBehindPooler(direct))) return;
  throw new Error(isPooled ? pooledDirect : unnamedPooler('DATABASE_URL'));
}

const pooledDirect = 'DATABASE_DIRECT_URL leads to a pooler; it must lead to the PostgreSQL server itself.';

/** Beside the pools: notifications, the queue of jobs, imports, and an archive or a check of the books. */
const connectionsBeside = 5;

async function warnOfFewConnections(
  direct: pg.Client,
  { pooled, isStart }: { pooled: number; isStart: boolean },
  log: (line: string) => void,
): Promise<void> {
  const { rows } = await direct.query<ConnectionCounts>(connectionsQuery);
  const { allowed = 0, used = 0 } = rows[0] ?? {};
  const needed = pooled + connectionsBeside;
  const remedy = 'Raise its max_connections, lower DATABASE_POOL, or set a pooler between (docs/guides/pooler.md).';
  const processes = Math.max(1, (await countRunning(direct)) + (isStart ? 1 : 0));
  const subject = processes > 1 ? `${processes} processes` : 'This process';
  // Other processes open their connections only when they need them.
  if ((processes > 1 || !isStart) && processes * needed > allowed) {
    return log(`${subject} may open ${processes * needed} connections; the database allows ${allowed}. ${remedy}`);
  }
  // The connection that counts them ends.
  const free = allowed - (used - 1);
  if (isStart && needed > free) {
    log(`This process may open ${needed} connections; the database has ${free} left. ${remedy}`);
  }
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
      `The pooler of ${addressOfPool[pool]} does not keep prepared statements: it must be PgBouncer 1.21 or newer, with max_prepared_statements = 600.`,
      { cause: error },
    );
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
