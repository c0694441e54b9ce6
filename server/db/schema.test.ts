// Tests that the declared tables are those of the migrated database.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { testApp } from '#server/testing/test-app.ts';
import { describeSchema } from './catalogue.ts';

test('schema.ts equals the live catalogue, character by character', async () => {
  await using app = await testApp();
  const client = await app.database.connect();
  const live = await describeSchema(client).finally(() => client.end());
  const written = await readFile(new URL('schema.ts', import.meta.url), 'utf8');
  assert.equal(written, live, 'make it anew with `npm run make:schema`');
});
