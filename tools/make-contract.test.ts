// The written registry of the contract is what the contract declares.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { contractRegistry } from './contract-registry.ts';

test('contract/all.ts names every service and list, and who may call each operation', async () => {
  const written = await readFile(new URL('../contract/all.ts', import.meta.url), 'utf8');
  assert.equal(written, await contractRegistry(), 'run `npm run make:contract` and look at its diff');
});
