// A connection of a pool that names its statements, so that the server prepares and plans each of them once, and
// rejects those that stay without an answer.
import { createHash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { ServerIsReadOnly } from './database-away.ts';

/**
 * How long a caller of a pool waits for an answer, including the wait for a connection (ms). A server that is frozen or
 * lost cancels nothing by itself.
 */
export const answerTimeout = 12_000;

/** Called with the error of every failed statement; an error that it throws takes its place. */
export type WatchErrors = (error: Error) => void;

/** Rejects a query without an answer after `timeout` (ms). */
export async function answerWithin<R>(client: pg.Client, timeout: number, query: () => Promise<R>): Promise<R> {
  const { promise: unanswered, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('The database did not answer.'), { code: 'ETIMEDOUT' });
    // Not reusable: the answer could still arrive, and belongs to no later query. All queries of the connection fail. A
    // stream that was destroyed before says nothing more: the caller is told in any case.
    client.connection.stream.destroy(error);
    reject(error);
  }, timeout);
  try {
    return await Promise.race([query(), unanswered]);
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
  /** `broken`: the connection is discarded. So is one whose server takes no changes any more. */
  release(broken?: boolean): void;
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
      if (typeof query === 'object' && query.name) renameUnparsed(query.name);
      try {
        watch(error as Error); // pg rejects with nothing else.
      } catch (instead) {
        isLost ||= instead instanceof ServerIsReadOnly;
        throw instead;
      }
      throw error;
    }
  };
  // A statement behind one that failed is not parsed, and has no name at the server. A pooler holds the name for
  // prepared nevertheless, and ends the connection when it is parsed again: it gets another name.
  const renamed = new Map<string, string>();
  const renameUnparsed = (name: string) => {
    if (parsedBy(client)[name] !== undefined) return;
    const [first = name, count = '0'] = name.split('.');
    renamed.set(first, `${first}.${Number(count) + 1}`);
  };
  let isLost = false;
  const query = (text: string, values: readonly unknown[]) => {
    if (values.length === 0 && !nameOf.has(text)) return send(text);
    const name = nameFor(text);
    return send({ text, values: values.map(toText), name: name && (renamed.get(name) ?? name) });
  };
  // Kysely uses only the client's query and release (and a cursor form that is not used here).
  const prepared = {
    deadline: undefined,
    send,
    query,
    release: (broken?: boolean) => client.release(broken || isLost),
  } as unknown as PreparedClient;
  preparedClients.set(client, prepared);
  return prepared;
}

/** The statements that the server has parsed on a connection, by name; pg's types do not have them. */
function parsedBy({ connection }: pg.PoolClient): Readonly<Record<string, string>> {
  return (connection as typeof connection & { parsedStatements: Record<string, string> }).parsedStatements;
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
