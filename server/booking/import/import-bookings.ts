// Serves the import of services and appointments and its preview.
import { importInThread } from '#server/customers/import/import-in-thread.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import type { BookingChoices } from './plan-import.ts';

type Input = BookingChoices & { upload: Upload };

const run = importInThread<BookingChoices>(new URL('booking-import-thread.ts', import.meta.url), 'booking import');

/** Returns what the import would do. Throws what `importInThread` throws. */
export function previewBookings(context: SignedIn, input: Input): Promise<JsonText> {
  return run(context, input, { readOnly: true });
}

/** Imports the file in chunks. Throws 429 also while another process imports for the company. */
export function importBookings(context: SignedIn, input: Input): Promise<JsonText> {
  return run(context, input, { readOnly: false });
}
