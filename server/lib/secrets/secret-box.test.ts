// Tests of secrets at rest: unreadable without the key or for another purpose, and protected against changes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseConfig } from '#server/config.ts';
import { openSecret, sealSecret } from './secret-box.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-secret-'));
after(() => rmSync(folder, { recursive: true }));
const given = (key: string) => parseConfig({ DATA_DIR: folder, SECRET_KEY: key });
const first = 'a key of thirty-two letters or more';

test('a secret is opened with its key, and sealed differently each time', () => {
  const sealed = sealSecret(given(first), 'smtp', 'hunter2');
  assert.equal(openSecret(given(first), 'smtp', sealed), 'hunter2');
  assert.ok(!sealed.includes('hunter2'));
  assert.notDeepEqual(sealed, sealSecret(given(first), 'smtp', 'hunter2'));
});

test('another key, another purpose or changed bytes fail to open', () => {
  const sealed = sealSecret(given(first), 'smtp', 'hunter2');
  assert.throws(() => openSecret(given(`${first}!`), 'smtp', sealed), /SECRET_KEY/);
  assert.throws(() => openSecret(given(first), 'sms', sealed), /another key/);
  for (const at of [0, 5, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => openSecret(given(first), 'smtp', changed));
  }
});

test('without SECRET_KEY the key is in the data folder, readable by its owner only', () => {
  const sealed = sealSecret(parseConfig({ DATA_DIR: folder }), 'smtp', 'hunter2');
  assert.equal(openSecret(parseConfig({ DATA_DIR: folder }), 'smtp', sealed), 'hunter2');
  assert.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600);
});
