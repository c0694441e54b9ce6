// The processes of one database: they start one after another, and each is seen by the others while it runs.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './pool.ts';

/** Arbitrary numbers, the same in every process, for the locks of this file. */
const lockClass = 4_027_003;
const starting = 1;
const running = 2;

/** Marks its connection as one of a running process: a shared lock, which ends with the connection. */
export const markRunning = `select pg_advisory_lock_shared(${lockClass}, ${running})`;

/**
 * Calls `act` while no other process of the database starts, with a connection of its own. `others`: how many run. One
 * that has lost its connection is not counted until it is back.
 */
export async function startAlone<T>(
  connect: () => Promise<pg.Client>,
  log: (line: string) => void,
  act: (client: pg.Client, others: number) => Promise<T>,
): Promise<T> {
  const client = await connect();
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${lockClass}, ${starting}) as got`);
    if (!rows[0].got) {
      log('Waiting for another process of this database to start …');
      // Migrating takes long.
      await client.query("set statement_timeout = '10min'");
      await client.query(`select pg_advisory_lock(${lockClass}, ${starting})`);
      await client.query('reset statement_timeout');
    }
    return await act(client, await countRunning(client));
  } finally {
    await client.end();
  }
}

const runningQuery = `
  select count(*)::int as count from pg_locks
  where locktype = 'advisory' and classid = ${lockClass} and objid = ${running} and granted
    and database = (select oid from pg_database where datname = current_database())`;

/** How many processes of this database run. */
export async function countRunning(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(runningQuery);
  return rows[0]?.count ?? 0;
}

/** Between two counts of the processes (ms). */
const countInterval = 10_000;
const known = new WeakMap<Database, number>();

/** How many processes of this database run, as this one knows: they share what a company may take. At least 1. */
export const processesOf = (database: Database): number => known.get(database) ?? 1;

/** Counts the processes from now on. Resolves after the first time. */
export async function watchProcesses(database: Database): Promise<{ close(): Promise<void> }> {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`${sql.raw(runningQuery)}`.execute(database.read);
    known.set(database, Math.max(1, rows[0]?.count ?? 1));
  };
  await count();
  // While the database is away, the last count holds.
  const timer = setInterval(() => void count().catch(() => {}), countInterval).unref();
  return { close: async () => clearInterval(timer) };
}
