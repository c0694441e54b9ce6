// A connection of a pool that names its statements, so that the server prepares and plans each of them once, and
// rejects those that stay without an answer.
import { createHash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * How long a caller of a pool waits for an answer, including the wait for a connection (ms). A server that is frozen or
 * lost cancels nothing by itself.
 */
export const answerTimeout = 12_000;

/** Called with the error of every failed statement. */
export type WatchErrors = (error: Error) => void;

/** Rejects a query without an answer after `timeout` (ms). */
export async function answerWithin<R>(client: pg.Client, timeout: number, query: () => Promise<R>): Promise<R> {
  const timer = setTimeout(() => {
    // Not reusable: the answer could still arrive, and belongs to no later query. All queries of the connection fail.
    client.connection.stream.destroy(Object.assign(new Error('The database did not answer.'), { code: 'ETIMEDOUT' }));
  }, timeout);
  try {
    return await query();
  } finally {
    clearTimeout(timer);
  }
}

interface PreparedClient extends PostgresPoolClient {
  /**
   * When the answer to the next query must have arrived, on the clock of `performance`; by default after the timeout.
   */
  deadline: number | undefined;
  send(query: string | pg.QueryConfig): Promise<pg.QueryResult>;
}

const preparedClients = new WeakMap<pg.PoolClient, PreparedClient>();

export function withPreparedStatements(client: pg.PoolClient, deadline: number, watch: WatchErrors): PreparedClient {
  const found = preparedClients.get(client) ?? prepareClient(client, watch);
  found.deadline = deadline;
  return found;
}

function prepareClient(client: pg.PoolClient, watch: WatchErrors): PreparedClient {
  const send = async (query: string | pg.QueryConfig) => {
    const timeout = prepared.deadline === undefined ? answerTimeout : prepared.deadline - performance.now();
    prepared.deadline = undefined;
    writeTogether(client);
    try {
      return await answerWithin(client, timeout, () => client.query(query));
    } catch (error) {
      watch(error as Error); // pg rejects with nothing else.
      throw error;
    }
  };
  const query = (text: string, values: readonly unknown[]) =>
    send(values.length === 0 && !nameOf.has(text) ? text : { text, values: values.map(toText), name: nameFor(text) });
  // Kysely uses only the client's query and release (and a cursor form that is not used here).
  const prepared = {
    deadline: undefined,
    send,
    query,
    release: (error?: boolean) => client.release(error),
  } as unknown as PreparedClient;
  preparedClients.set(client, prepared);
  return prepared;
}

/**
 * Statements that are sent until the present callback ends leave in one write: a system call costs more than a
 * statement.
 */
function writeTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

// Bounds the servers' memory: the text of some statements varies without limit (inlined lists of values).
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

export function toText(value: unknown): unknown {
  return value instanceof Temporal.Instant || value instanceof Temporal.PlainDate ? value.toString() : value;
}
