// The set-up that all tests of a file share.
import { relative } from 'node:path';
import { before, test } from 'node:test';

/**
 * Runs `act` before the first test. When it fails, the tests of this file do, and a test with the file's name says why:
 * many files share a process, and a hook that fails would end the tests of all of them.
 */
export function setUpFile({ filename }: Pick<ImportMeta, 'filename'>, act: () => Promise<void>): void {
  let failure: { error: unknown } | undefined;
  before(async () => {
    await act().catch((error: unknown) => {
      failure = { error };
    });
  });
  test(`${relative(process.cwd(), filename)} is set up`, () => {
    if (failure) throw failure.error;
  });
}
