// Tests that the check for unique names finds a name that two files export.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sharedNames } from './unique-names.ts';

test('a name that two files export is refused, but not a verb of both sides, a test or a local name', async () => {
  const top = await mkdtemp(join(tmpdir(), 'daybook-names-'));
  const files: Record<string, string> = {
    'server/a.ts': 'export interface Place {}\nexport function saveEvent() {}\nconst local = 1;\n',
    'server/a.test.ts': 'export const saveEvent = 1;\n',
    'web/b.tsx': 'export type Place = string;\nexport async function saveEvent() {}\nconst local = 1;\n',
    'web/c.ts': 'export const stateOf = 1;\n',
    'contract/d.ts': 'export function stateOf() {}\n',
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(top, path)), { recursive: true });
      await writeFile(join(top, path), text);
    }
    assert.deepEqual(await sharedNames(top), ['Place: server/a.ts, web/b.tsx', 'stateOf: contract/d.ts, web/c.ts']);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
});
