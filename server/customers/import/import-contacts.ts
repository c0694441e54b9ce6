// Serves the import of customers and its preview.
import type { companyContacts } from '#contract/customers/contacts.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { importInThread } from './import-in-thread.ts';

type Choices = Parsed<typeof companyContacts.operations.import>;
type Input = Choices & { upload: Upload };

const run = importInThread<Choices>(new URL('import-thread.ts', import.meta.url), 'import');

/** Returns what the import would do. Throws what `importInThread` throws. */
export function previewImport(context: SignedIn, input: Input): Promise<JsonText> {
  return run(context, input, { readOnly: true });
}

/** Imports the file in one transaction. The same file again changes nothing. */
export function importContacts(context: SignedIn, input: Input): Promise<JsonText> {
  return run(context, input, { readOnly: false });
}
