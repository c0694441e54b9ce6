// The side of a worker thread that imports. Its connection stands beside those of the pools, and ends with the import.
import type { z } from 'zod';
import { toWire } from '#contract/lib/wire.ts';
import { type Connection, type Database, openDatabase } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';

/** An import waits for one of its company in another process for so long at most (ms). */
const maxWait = 30_000;
/** Seconds. */
const retryAfter = 10;

export interface ImportJob<Choices> {
  bytes: Uint8Array;
  fileName: string;
  choices: Choices;
  readOnly: boolean;
  connection: Connection;
  caller: Pick<SignedIn, 'user' | 'visitor'>;
  /** An instant. */
  now: string;
}

/** The part of a context that an import needs. */
export type ImportContext = Pick<SignedIn, 'database' | 'db' | 'clock' | 'user' | 'visitor'>;

export interface ImportedFile<Choices> {
  bytes: Buffer;
  fileName: string;
  choices: Choices;
}

/** Answers each job with what `run` returns, as JSON with the wire names of `output`. */
export function serveImports<Choices, Output extends z.ZodType>(
  output: Output,
  run: (
    context: ImportContext,
    file: ImportedFile<Choices>,
    options: { readOnly: boolean },
  ) => Promise<z.output<Output>>,
): void {
  serveJobs(async ({ bytes, fileName, choices, readOnly, connection, caller, now }: ImportJob<Choices>) => {
    const database = openDatabase(connection, { max: 1 });
    try {
      await using _turn = await turnOfCompany(database, caller.user.companyId);
      const clock = { now: () => Temporal.Instant.from(now) };
      const context = { ...caller, database, db: database.read, clock };
      const answer = await run(context, { bytes: Buffer.from(bytes), fileName, choices }, { readOnly });
      return JSON.stringify(toWire(output, answer));
    } finally {
      await database.close();
    }
  });
}

/**
 * Waits until no other process imports or previews for the company; the lock ends with its connection. Throws 429 when
 * one runs for long.
 */
async function turnOfCompany(database: Database, companyId: string): Promise<AsyncDisposable> {
  const client = await database.connect();
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = ${maxWait}`);
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`turn to import ${companyId}`]);
  } catch (error) {
    await client.end();
    const { code } = error as { code?: unknown };
    throw code === '55P03' ? new Refusal(429, 'customers.importRuns', { retryAfter }) : error;
  }
  return { [Symbol.asyncDispose]: () => client.end() };
}
