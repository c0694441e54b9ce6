// Tests that the local store writes whole files or none, tidies up after killed processes, and hides no error.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { localFiles } from './local-files.ts';

const key = '01a212df-7af4-7c73-853a-b52e41e7978b';

test('half files of killed processes are removed after a day, and are no keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-store-'));
  try {
    const files = localFiles(folder);
    assert.deepEqual(await Array.fromAsync(files.keys()), []);
    await files.put(key, Buffer.from('whole'));
    const dir = join(folder, key.slice(0, 2));
    const now = Temporal.Now.instant();
    for (const [name, hours] of [
      [`${key}.1.part`, 25],
      [`${key}.2.part`, 1],
    ] as const) {
      const path = join(dir, name);
      await writeFile(path, 'half');
      const time = new Date(now.subtract({ hours }).epochMilliseconds);
      await utimes(path, time, time);
    }
    assert.deepEqual(await Array.fromAsync(files.keys()), [key]);
    assert.equal(await files.removeParts(now.subtract({ hours: 24 })), 1);
    assert.deepEqual((await readdir(dir)).toSorted(), [key, `${key}.2.part`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('two writers can store the same key at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-store-'));
  try {
    const files = localFiles(folder);
    const bytes = Buffer.alloc(1_000_000, 'a');
    for (let round = 0; round < 20; round++) await Promise.all([files.put(key, bytes), files.put(key, bytes)]);
    assert.deepEqual(await readdir(join(folder, key.slice(0, 2))), [key]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a store that cannot be read is an error, and not an empty one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-store-'));
  try {
    await writeFile(join(folder, 'file'), '');
    const files = localFiles(join(folder, 'file'));
    await assert.rejects(Array.fromAsync(files.keys()), { code: 'ENOTDIR' });
    await assert.rejects(files.read(key), { code: 'ENOTDIR' });
    await mkdir(join(folder, 'store'));
    await writeFile(join(folder, 'store', '.DS_Store'), '');
    const present = localFiles(join(folder, 'store'));
    assert.deepEqual(await Array.fromAsync(present.keys()), []);
    assert.equal(await present.read(key), undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
