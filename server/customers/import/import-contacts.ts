// Imports customers in a worker thread with a connection of its own: a file of 10,000 rows takes seconds to read and
// compare, and others call meanwhile.
import type { companyContacts } from '#contract/customers/contacts.ts';
import { maxImportBytes } from '#contract/customers/import.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { invalid } from '#server/lib/refusal.ts';
import { threadPool } from '#server/lib/threads/thread-pool.ts';
import type { ImportJob } from './import-thread.ts';
import { importThread, withImportTurn } from './import-turns.ts';

type Input = Parsed<typeof companyContacts.operations.import> & { upload: Upload };

const runJob = threadPool<ImportJob, string>(new URL('import-thread.ts', import.meta.url), {
  name: 'import',
  ...importThread,
});

/** Returns what the import would do. Throws 417 with Key `File` for a file that it cannot read. */
export function previewImport(context: SignedIn, input: Input): Promise<JsonText> {
  return readImport(context, input, true);
}

/** Imports the file in one transaction. The same file again changes nothing. */
export function importContacts(context: SignedIn, input: Input): Promise<JsonText> {
  return readImport(context, input, false);
}

/** Throws 429 when another import of the company runs for long. */
async function readImport(context: SignedIn, { upload, ...choices }: Input, readOnly: boolean): Promise<JsonText> {
  const { user, clock, visitor, database } = context;
  const { bytes } = await upload.receive(maxImportBytes);
  const answer = await withImportTurn(user.companyId, () =>
    runJob({
      bytes,
      choices,
      readOnly,
      connection: database.connection,
      caller: { user, visitor },
      now: clock.now().toString(),
    }).catch((error: Error) => {
      const { code } = (error.cause ?? {}) as { code?: unknown };
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? invalid('File', 'customers.importLarge') : error;
    }),
  );
  return new JsonText(answer);
}
