// Databases with open pools that the tests of a process use one after another: a new database and new connections to it
// cost more processor time than most tests.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SUPERUSER } from '#server/db/embedded/cluster.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import type { PoolName } from '#server/db/watch-holders.ts';
import { type FirstRows, type TestDatabase, testDatabase } from './database.ts';

interface AcquiredDatabase {
  database: Database;
  /** Resets it for the next test. Drops it instead when it cannot be reset. */
  release(): Promise<void>;
}

interface Entry {
  created: TestDatabase;
  database: Database;
  /** One connection of the superuser, for whom triggers and policies can be off. */
  admin: pg.Pool;
  firstRows: FirstRows;
  connections: number;
  /** Its size when it was created, and before the last reset. */
  firstBytes: number;
  bytes: number;
}

/** Resetting a database that has grown by more than this (bytes) takes longer than creating one. */
const maxGrowth = 6e6;
/** Deleted rows leave gaps (bytes), which slow down a database that many tests have used. */
const maxBloat = 40e6;

const idle: Entry[] = [];

/**
 * Returns a database as `testDatabase` creates it, with pools of `connections` each. It may be that of an earlier test,
 * with its connections and their plans.
 */
export async function acquireDatabase(firstRows: FirstRows, connections: number): Promise<AcquiredDatabase> {
  const index = idle.findIndex((entry) => entry.firstRows === firstRows && entry.connections === connections);
  const entry = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await create(firstRows, connections));
  let isClosed = false;
  return {
    database: {
      ...entry.database,
      async close() {
        isClosed = true;
        await entry.database.close();
      },
    },
    async release() {
      if (!isClosed && (await reset(entry))) idle.push(entry);
      else await drop(entry, isClosed);
    },
  };
}

/** How long tests wait for a connection (ms): many begin at once, and the disk may have much else to do. */
export const connectTimeout = 30_000;

async function create(firstRows: FirstRows, connections: number): Promise<Entry> {
  const created = await testDatabase({ firstRows });
  const database = openDatabase(created.connection, {
    ...{ max: connections, refusesSecond: true, allowExitOnIdle: true },
    connectTimeout,
  });
  // Switching this setting, which `testing.reset()` needs, makes PostgreSQL plan all statements of the function again.
  const options = '-c session_replication_role=replica';
  const superuser = { ...created.connection, user: SUPERUSER, options };
  const admin = new pg.Pool({ ...superuser, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // A lost connection fails the next query; without a listener, the event ends the process.
  admin.on('error', () => {});
  const bytes = await sizeOf(admin);
  return { created, database, admin, firstRows, connections, firstBytes: bytes, bytes };
}

async function drop({ created, database, admin }: Entry, isClosed: boolean): Promise<void> {
  if (!isClosed) await database.close();
  await admin.end();
  await created.drop();
}

/** Returns false when another test must not use the database. */
async function reset(entry: Entry): Promise<boolean> {
  try {
    if (entry.database.room.lacking || !(await isAlone(entry))) return false;
    const bytes = await sizeOf(entry.admin);
    if (bytes - entry.bytes > maxGrowth || bytes - entry.firstBytes > maxBloat) return false;
    entry.bytes = bytes;
    await Promise.all((['write', 'read'] as const).map((pool) => resetSessions(entry.database, pool)));
    const { rows } = await entry.admin.query<{ isReset: boolean }>('select testing.reset() as "isReset"');
    return rows[0]?.isReset ?? false;
  } catch {
    // Such as a lock that something still holds.
    return false;
  }
}

/** Waits for connections that have just ended. Returns false if another one stays, or a statement is in progress. */
async function isAlone({ database, admin }: Entry): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { write, read } = database.sizes();
    const isQuiet = write.total === write.idle && read.total === read.idle;
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
    );
    if (isQuiet && rows[0]?.count === write.total + read.total + 1) return true;
    await sleep(10);
  }
  return false;
}

/** Prepared statements stay: planning them again is what costs. */
async function resetSessions(database: Database, pool: PoolName): Promise<void> {
  const commands = 'reset all; discard temp; unlisten *; select pg_advisory_unlock_all()';
  const { total } = database.sizes()[pool];
  // All connections at once, so none gets the commands twice.
  await Promise.all(Array.from({ length: total }, () => database.borrow(pool, ({ command }) => command(commands))));
}

async function sizeOf(admin: pg.Pool): Promise<number> {
  const { rows } = await admin.query<{ bytes: number }>(`select pg_database_size(current_database())::float8 as bytes`);
  return rows[0]?.bytes ?? 0;
}

// Idle connections do not keep the process running: it emits this event after its last test.
process.on('beforeExit', () => {
  for (const entry of idle.splice(0)) void drop(entry, false);
});
