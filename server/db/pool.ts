// Connections to PostgreSQL: one pool for changes, one whose connections can only read, both pipelined with prepared statements.
import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

export interface Database {
  /** For changes, inside `transaction` or as single statements. */
  write: Db;
  /** Its connections are read-only by the server's own rule; for single statements. */
  read: Db;
  /**
   * Lends one connection of the writing pool to `act`. Its statements may be sent without waiting for one another: the server
   * works them off in order and answers in order. `act` throws `Broken` around an error after which the connection is not fit for use.
   */
  borrow<T>(act: (pooled: PooledConnection) => Promise<T>): Promise<T>;
  /** A connection of its own, outside the pools (LISTEN, advisory locks of a session). */
  connect(): Promise<pg.Client>;
  /** For libraries that bring connections of their own. */
  connection: Connection;
  /** How many connections each pool has, how many of them are idle, and how many callers wait for one. */
  sizes(): Record<'write' | 'read', { total: number; idle: number; waiting: number }>;
  close(): Promise<void>;
}

/** One connection for a while. */
export interface PooledConnection {
  db: Db;
  /** Sends a command at once, behind what was sent before, and answers what the server made of it, such as `COMMIT`. */
  command(text: string): Promise<string>;
  /** From now on `db` refuses: a statement that comes too late must not run outside of its transaction, or in another's. */
  end(): void;
}

export type Connection = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>;

/** Every query is ended by the server after this long (ms). */
const statementTimeout = 10_000;

/** Opens the pools; connections are made when first needed. */
export function openDatabase(connection: Connection, options: { max?: number } = {}): Database {
  const max = options.max ?? 10;
  const write = new pg.Pool({ ...settings(connection, ''), max: max });
  const read = new pg.Pool({ ...settings(connection, '-c default_transaction_read_only=on'), max: max });
  // A connection that breaks (the server was restarted), idle or lent, is replaced by the pool and its statements fail; without
  // listeners it would end the process.
  for (const pool of [write, read]) {
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  }
  return {
    connection,
    write: kysely(write),
    read: kysely(read),
    async borrow(act) {
      const client = await write.connect();
      const pooled = wrapClient(client);
      let broken = false;
      try {
        return await act(pooled);
      } catch (error) {
        broken = error instanceof BrokenConnection;
        throw broken ? (error as BrokenConnection).cause : error;
      } finally {
        pooled.end();
        client.release(broken);
      }
    },
    async connect() {
      const client = new pg.Client({ ...settings(connection, ''), pipeline: false, keepAlive: true });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    sizes: () => ({ write: sizeOf(write), read: sizeOf(read) }),
    async close() {
      await Promise.all([write.end(), read.end()]);
    },
  };
}

function sizeOf(pool: pg.Pool): { total: number; idle: number; waiting: number } {
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

function settings(connection: Connection, serverOptions: string): pg.PoolConfig & { pipeline: boolean } {
  return {
    ...connection,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'daybook',
    types: { getTypeParser },
    // Every statement is prepared, and planned once: to plan the larger ones anew for each call takes longer than they do.
    options: `-c timezone=UTC -c plan_cache_mode=force_generic_plan -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=60000 ${serverOptions}`,
  };
}

function kysely(pool: pg.Pool): Db {
  const dialect = new PostgresDialect({
    // Its pool is ours with every query given a name, so that the server plans a statement once per connection.
    pool: {
      connect: async () => withPreparedStatements(await pool.connect()),
      end: () => pool.end(),
      options: pool.options,
    },
  });
  return new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin({ underscoreBetweenUppercaseLetters: true })] });
}

/** Says that the connection must not be used again; `cause` is what the caller gets. */
export class BrokenConnection extends Error {}

/** Kysely on one connection, without the queue that its own single connections have: that would undo the pipelining. */
function wrapClient(client: pg.PoolClient): PooledConnection {
  const { query } = withPreparedStatements(client);
  let over = false;
  const guarded = (text: string, values: readonly unknown[]) => {
    if (over) throw new Error('This statement comes too late: its transaction is over.');
    return query(text, values);
  };
  // As in `prepared`: the cursor form is not used.
  const connection = { query: guarded, release: () => {} } as unknown as PostgresPoolClient;
  const dialect = new PostgresDialect({ pool: { connect: async () => connection, end: async () => {}, options: {} } });
  return {
    db: new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin({ underscoreBetweenUppercaseLetters: true })] }),
    command: async (text) => (await client.query(text)).command,
    end: () => {
      over = true;
    },
  };
}

const preparedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

function withPreparedStatements(client: pg.PoolClient): PostgresPoolClient {
  let found = preparedClients.get(client);
  if (!found) {
    const query = (text: string, values: readonly unknown[]) =>
      values.length === 0 && !nameOf.has(text)
        ? client.query(text)
        : client.query({ text, values: values.map(toText), name: nameFor(text) });
    // Kysely asks for the client's query and release only (and a cursor form that we do not use).
    found = { query, release: (error?: boolean) => client.release(error) } as unknown as PostgresPoolClient;
    preparedClients.set(client, found);
  }
  return found;
}

// Statements whose text varies without end (lists of values written out) must not fill the servers' memory.
const maxStatementNames = 500;
const nameOf = new Map<string, string>();

function nameFor(text: string): string | undefined {
  let name = nameOf.get(text);
  if (!name && nameOf.size < maxStatementNames) {
    name = createHash('sha1').update(text).digest('base64url');
    nameOf.set(text, name);
  }
  return name;
}

function toText(value: unknown): unknown {
  return value instanceof Temporal.Instant || value instanceof Temporal.PlainDate ? value.toString() : value;
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
