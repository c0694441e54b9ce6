// The worker thread that imports customers. Its connection stands beside those of the pools, and ends with the import.
import { companyContacts } from '#contract/customers/contacts.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { type Connection, openDatabase } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';
import { runImport } from './run-import.ts';

export interface ImportJob {
  bytes: Uint8Array;
  choices: Parsed<typeof companyContacts.operations.import>;
  readOnly: boolean;
  connection: Connection;
  caller: Pick<SignedIn, 'user' | 'visitor'>;
  /** An instant. */
  now: string;
}

/** Returns the answer as JSON with wire names. */
serveJobs(async ({ bytes, choices, readOnly, connection, caller, now }: ImportJob): Promise<string> => {
  const database = openDatabase(connection, { max: 1 });
  try {
    const clock = { now: () => Temporal.Instant.from(now) };
    const context = { ...caller, database, db: database.read, clock };
    const answer = await runImport(context, { ...choices, bytes: Buffer.from(bytes) }, { readOnly });
    return JSON.stringify(toWire(companyContacts.operations.import.output, answer));
  } finally {
    await database.close();
  }
});
