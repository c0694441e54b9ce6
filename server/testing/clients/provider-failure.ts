// The error of a call of a payment provider that must fail.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ProviderError, type ProviderErrorKind } from '#server/money/providers/provider.ts';

/** Returns the error. Fails when the call succeeds, or fails with another kind of error. */
export async function failsAs(call: Promise<unknown>, kind?: ProviderErrorKind): Promise<ProviderError> {
  const error = await call.then(
    () => assert.fail('The call succeeded.'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderError, inspect(error));
  if (kind) assert.equal(error.kind, kind, inspect(error));
  return error;
}
