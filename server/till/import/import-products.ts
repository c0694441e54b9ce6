// Serves the import of products and its preview.
import type { Parsed } from '#contract/lib/service.ts';
import type { companyProducts } from '#contract/till/products.ts';
import { importInThread } from '#server/customers/import/import-in-thread.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import type { Upload } from '#server/lib/http/upload.ts';

type Choices = Parsed<typeof companyProducts.operations.import>;
type Input = Choices & { upload: Upload };

const run = importInThread<Choices>(new URL('product-import-thread.ts', import.meta.url), 'product import');

/** Returns what the import would do. Throws what `importInThread` throws. */
export function previewProducts(context: SignedIn, input: Input): Promise<JsonText> {
  return run(context, input, { readOnly: true });
}

/** Imports the file in one transaction. The same file again changes nothing. */
export function importProducts(context: SignedIn, input: Input): Promise<JsonText> {
  return run(context, input, { readOnly: false });
}
