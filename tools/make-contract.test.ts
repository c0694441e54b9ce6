// Tests that the generated registry matches the contract.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertGrantsRead, contractRegistry } from './contract-registry.ts';

test('contract/all.ts names every service and list, and the callers of each operation', async () => {
  const written = await readFile(new URL('../contract/all.ts', import.meta.url), 'utf8');
  assert.equal(written, await contractRegistry(), 'run `npm run make:contract` and look at its diff');
});

test('no change may be permitted by a grant of a page that it helps, except those listed', () => {
  const helps = ['/app/company/marketing/sms'];
  assertGrantsRead('marketing.countAudience', { changes: true, helps });
  assertGrantsRead('marketing.getSettings', { changes: false, helps });
  assert.throws(() => assertGrantsRead('marketing.setSettings', { changes: true, helps }), /must not permit it/);
});
