// Imports files in worker threads, by turns: an import reads a whole file, and others call meanwhile.
import { maxImportBytes } from '#contract/customers/import.ts';
import { countForCompany } from '#server/db/company-seconds.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { threadPool } from '#server/lib/threads/thread-pool.ts';
import { openTurns } from '#server/lib/turns.ts';
import type { ImportJob } from './serve-imports.ts';

/** Imports and previews of all kinds at the same time in this process; each company has one. */
const maxRunning = 2;
/** An import waits for another of its company for so long at most (ms). */
const maxWait = 30_000;
/** Seconds. */
const retryAfter = 10;

const withTurn = openTurns({
  perOwner: 1,
  total: maxRunning,
  // Each holds its file.
  maxWaiting: 3,
  maxWait,
  refusal: () => new Refusal(429, 'customers.importRuns', { retryAfter }),
});

/**
 * Returns a function that imports the uploaded file in a thread of `file`, which calls `serveImports`; with `readOnly`
 * the thread returns what the import would do. The function throws 429 when another import of the company runs for
 * long, 417 with Key `File` for a file that the thread cannot read or hold.
 */
export function importInThread<Choices>(file: URL, name: string) {
  const runJob = threadPool<ImportJob<Choices>, string>(file, {
    name,
    max: maxRunning,
    maxMegabytes: 256,
    youngMegabytes: 32,
  });
  return async (
    context: SignedIn,
    { upload, ...choices }: Choices & { upload: Upload },
    { readOnly }: { readOnly: boolean },
  ): Promise<JsonText> => {
    const { user, clock, visitor, database } = context;
    const { bytes, name: fileName } = await upload.receive(maxImportBytes);
    const run = () =>
      runJob({
        // The rest of the input are the choices.
        ...{ bytes, fileName, choices: choices as Choices, readOnly },
        connection: database.connection,
        caller: { user, visitor },
        now: clock.now().toString(),
      });
    const answer = await withTurn(user.companyId, () =>
      // The thread has a connection of its own.
      countForCompany(database, user.companyId, run).catch((error: Error) => {
        const { code } = (error.cause ?? {}) as { code?: unknown };
        throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? invalid('File', 'customers.importLarge') : error;
      }),
    );
    return new JsonText(answer);
  };
}
