// Connections to PostgreSQL: a pool for changes and a read-only pool, both pipelined with prepared statements.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { isOutOfRoom, isReadOnlyServer, noteDatabaseError, ServerIsReadOnly } from './database-away.ts';
import { kyselyOn } from './kysely-on.ts';
import { plugins } from './plugins.ts';
import { answerTimeout, toText, type WatchErrors, withPreparedStatements } from './prepared-client.ts';
import type { Schema } from './schema.ts';
import { type PoolName, watchHolders } from './watch-holders.ts';

export type Db = Kysely<Schema>;

export interface Database {
  /** For changes, inside `transaction` or as single statements. */
  write: Db;
  /** For single statements; the server makes its connections read-only. */
  read: Db;
  /**
   * Lends one connection of a pool to `act`. Its statements can be sent without waiting for one another: the server
   * processes them in order. `act` throws `BrokenConnection` to discard the connection after an error.
   */
  borrow<T>(pool: PoolName, act: (pooled: PooledConnection) => Promise<T>): Promise<T>;
  /** Opens a connection outside the pools, past a pooler (LISTEN, session-level advisory locks). */
  connect(): Promise<pg.Client>;
  /** Opens a connection at the address of a pool, with its settings, outside the pool. For checks. */
  connectAs(pool: PoolName): Promise<pg.Client>;
  /** The pools lead to a pooler in transaction mode. */
  isPooled: boolean;
  /** Of the server itself, for libraries that open their own connections. */
  connection: Connection;
  /** `lacking`: a statement has failed for lack of disk or memory; `hasRoom` finds out when that is over. */
  room: { lacking: boolean };
  /** Per pool: open connections, idle connections, and callers waiting for one. */
  sizes(): Record<PoolName, { total: number; idle: number; waiting: number }>;
  close(): Promise<void>;
}

/** A borrowed connection. */
export interface PooledConnection {
  db: Db;
  /** Sends a command immediately, after everything sent before, and returns its command tag, such as `COMMIT`. */
  command(text: string): Promise<string>;
  /**
   * Sends a command in one write with the next statement of `db`, behind it, and makes `db` reject further statements.
   * Resolves with its command tag.
   */
  commandBehindNext(text: string): Promise<string>;
  /** Makes `db` reject further statements: a late one must not run outside its transaction or in another's. */
  end(): void;
}

export type Connection = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>;

/** The addresses of one database. */
export interface Addresses {
  write: Connection;
  read: Connection;
  /** Leads to the server itself. */
  direct: Connection;
  /** `write` and `read` lead to a pooler in transaction mode, which refuses settings at the start of a connection. */
  isPooled: boolean;
}

/** The server cancels every statement after this time (ms). */
export const statementTimeout = 10_000;
/** The server ends a connection whose transaction waits for its next statement (ms). */
const idleTimeout = 60_000;
/**
 * The settings of a session on which the product relies; times in ms, which may be shorter. Sessions ask for them at
 * their start. A pooler refuses that: the role has them there (docs/guides/pooler.md), and `check-pools.ts` looks.
 * Every statement is prepared and planned once: planning the larger ones takes longer than executing them.
 */
export const sessionSettings = {
  timezone: 'UTC',
  plan_cache_mode: 'force_generic_plan',
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: idleTimeout,
} as const;
const startOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
/** Makes the system notice a lost host: it probes a silent connection after this time (ms). */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** For libraries that open their own connections: the same limits, with time for their larger statements. */
export const libraryOptions = { ...keepAlive, query_timeout: 30_000 };

interface Options {
  /** Connections per pool. */
  max?: number;
  /**
   * Throws where a caller that holds a connection waits for another of its pool, or holds one for reading and waits for
   * one for changes: as many such callers as there are connections wait for each other. For tests.
   */
  refusesSecond?: boolean;
  /** Lets the process exit while connections are idle. For tests. */
  allowExitOnIdle?: boolean;
  /** How long a caller waits for a connection (ms). By default 5 seconds. */
  connectTimeout?: number;
}

/** Opens the pools; connections are established on demand. */
export function openDatabase(at: Connection | Addresses, options: Options = {}): Database {
  const addresses = 'direct' in at ? at : { write: at, read: at, direct: at, isPooled: false };
  const { direct, isPooled } = addresses;
  const max = options.max ?? 10;
  const holding = options.refusesSecond ? watchHolders() : undefined;
  const size = { max, allowExitOnIdle: options.allowExitOnIdle ?? false };
  const settings = (connection: Connection, start: string | undefined) =>
    settingsOf(connection, start, options.connectTimeout ?? 5_000);
  const configs = {
    write: settings(addresses.write, isPooled ? undefined : startOptions),
    read: settings(addresses.read, isPooled ? undefined : `${startOptions} -c default_transaction_read_only=on`),
  };
  const write = new pg.Pool({ ...configs.write, ...size });
  const read = new pg.Pool({ ...configs.read, ...size });
  const pools: Record<PoolName, pg.Pool> = { write, read };
  const room = { lacking: false };
  const watchReads: WatchErrors = (error) => {
    noteDatabaseError(error);
    room.lacking ||= isOutOfRoom(error);
  };
  // A primary that has become a standby refuses changes: the connection is of no use for them any more.
  const watchChanges: WatchErrors = (error) => {
    watchReads(error);
    if (isReadOnlyServer(error)) throw new ServerIsReadOnly(error);
  };
  const watches = { write: watchChanges, read: watchReads };
  // When a connection breaks (such as after a server restart), its statements fail and the pool replaces it. Without
  // listeners the error event would end the process.
  for (const pool of [write, read]) {
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  }
  const connectTo = async (config: pg.ClientConfig) => {
    const client = new pg.Client({ ...config, pipeline: false });
    // Its queries fail with the same error.
    client.on('error', noteDatabaseError);
    await client.connect().catch(rethrowNoted);
    return client;
  };
  return {
    connection: direct,
    isPooled,
    room,
    write: kysely(write, watchChanges, () => holding?.assertNone('write')),
    read: kysely(read, watchReads, () => holding?.assertNone('read')),
    async borrow(name, act) {
      holding?.assertNone(name);
      const deadline = performance.now() + answerTimeout;
      const client = await connectIn(pools[name]);
      const pooled = wrapClient(client, deadline, watches[name]);
      let broken = false;
      try {
        return await (holding ? holding.during(name, () => act(pooled)) : act(pooled));
      } catch (error) {
        broken = error instanceof BrokenConnection;
        throw error instanceof BrokenConnection ? error.cause : error;
      } finally {
        pooled.end();
        pooled.release(broken);
      }
    },
    connect: () => connectTo(settings(direct, startOptions)),
    connectAs: (name) => connectTo(configs[name]),
    sizes: () => ({ write: sizeOf(write), read: sizeOf(read) }),
    async close() {
      await Promise.all([write.end(), read.end()]);
    },
  };
}

function connectIn(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch(rethrowNoted);
}

function rethrowNoted(error: unknown): never {
  noteDatabaseError(error);
  throw error;
}

/** Kysely on a connection of `connect()`, for a transaction that its caller begins and ends. */
export function dbOn(client: pg.Client): Db {
  return kyselyOn((text, values) => client.query(text, values.map(toText)));
}

function sizeOf(pool: pg.Pool): { total: number; idle: number; waiting: number } {
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

function settingsOf(
  connection: Connection,
  options: string | undefined,
  connectionTimeoutMillis: number,
): pg.PoolConfig & { pipeline: boolean } {
  return {
    ...connection,
    ...keepAlive,
    pipeline: true,
    connectionTimeoutMillis,
    idleTimeoutMillis: 60_000,
    application_name: 'daybook',
    types: { getTypeParser },
    ...(options && { options }),
  };
}

function kysely(pool: pg.Pool, watch: WatchErrors, beforeConnect: () => void): Db {
  const dialect = new PostgresDialect({
    // This pool names every query: the server then plans a statement once per connection.
    pool: {
      connect: async () => {
        beforeConnect();
        const deadline = performance.now() + answerTimeout;
        return withPreparedStatements(await connectIn(pool), deadline, watch);
      },
      end: () => pool.end(),
      options: pool.options,
    },
  });
  return new Kysely<Schema>({ dialect, plugins });
}

/** Marks a connection as unusable; the caller gets `cause`. */
export class BrokenConnection extends Error {}

/** A connection for one transaction. */
function wrapClient(
  client: pg.PoolClient,
  deadline: number,
  watch: WatchErrors,
): PooledConnection & { release(broken: boolean): void } {
  const { query, send, release } = withPreparedStatements(client, deadline, watch);
  let over = false;
  let behind: { send(): void; giveUp(): void } | undefined;
  const guarded = (text: string, values: readonly unknown[]) => {
    if (over) throw new Error('This statement comes too late: its transaction is over.');
    const answer = query(text, values);
    behind?.send();
    return answer;
  };
  const command = async (text: string) => (await send(text)).command;
  return {
    db: kyselyOn(guarded),
    command,
    commandBehindNext: (text) =>
      new Promise((resolve, reject) => {
        behind = {
          send() {
            behind = undefined;
            over = true;
            command(text).then(resolve, reject);
          },
          giveUp: () => reject(new Error(`No statement was sent before: ${text}`)),
        };
      }),
    end: () => {
      over = true;
      behind?.giveUp();
    },
    release,
  };
}

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: String,
  [builtins.TIMESTAMPTZ]: (text) => Temporal.Instant.from(text.replace(' ', 'T')),
};

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text');
}
