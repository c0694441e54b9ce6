// Imports services and appointments in a worker thread, by turns with other imports.
import { maxImportBytes } from '#contract/customers/import.ts';
import { importThread, withImportTurn } from '#server/customers/import/import-turns.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { invalid } from '#server/lib/refusal.ts';
import { threadPool } from '#server/lib/threads/thread-pool.ts';
import type { BookingImportJob } from './booking-import-thread.ts';
import type { BookingChoices } from './plan-import.ts';

type Input = BookingChoices & { upload: Upload };

const runJob = threadPool<BookingImportJob, string>(new URL('booking-import-thread.ts', import.meta.url), {
  name: 'booking import',
  ...importThread,
});

/** Returns what the import would do. Throws 417 with Key `File` for a file that it cannot read. */
export function previewBookings(context: SignedIn, input: Input): Promise<JsonText> {
  return importOf(context, input, true);
}

/** Throws 429 while another import of the company runs. */
export function importBookings(context: SignedIn, input: Input): Promise<JsonText> {
  return importOf(context, input, false);
}

async function importOf(context: SignedIn, { upload, ...choices }: Input, readOnly: boolean): Promise<JsonText> {
  const { user, clock, visitor, database } = context;
  const { bytes, name: fileName } = await upload.receive(maxImportBytes);
  const answer = await withImportTurn(user.companyId, () =>
    runJob({
      ...{ bytes, fileName, choices, readOnly },
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
