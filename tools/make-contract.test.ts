// Tests that the generated registry matches the contract.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { contractRegistry } from './contract-registry.ts';

test('contract/all.ts names every service and list, and the callers of each operation', async () => {
  const written = await readFile(new URL('../contract/all.ts', import.meta.url), 'utf8');
  assert.equal(written, await contractRegistry(), 'run `npm run make:contract` and look at its diff');
});
