// Tests that a source is read at full speed, however slow the reader.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '#server/testing/process.ts';
import { spoolToFile } from './spool.ts';

test('a spool reads its source to the end while the reader has only the beginning, and loses nothing', async () => {
  const content = randomBytes(10_000_000);
  const source = Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += 77_777) yield content.subarray(at, at + 77_777);
    })(),
  );
  const spool = spoolToFile(source);
  const ended = once(source, 'end');
  await once(spool, 'readable');
  await ended;
  assert.ok(spool.readableLength < 1_000_000);
  assert.ok((await buffer(spool)).equals(content));
});

test('the reader of a spool follows a slow source', async () => {
  async function* slow() {
    for (const word of ['one ', '', 'zwölf ', 'three']) {
      await setTimeout(5);
      yield word;
    }
  }
  assert.equal(await text(spoolToFile(Readable.from(slow()))), 'one zwölf three');
  assert.equal(await text(spoolToFile(Readable.from([]))), '');
});

test('a spool fails with its source, even if the source failed before the first read', async () => {
  async function* broken() {
    yield 'one';
    throw new Error('The database is gone.');
  }
  await assert.rejects(text(spoolToFile(Readable.from(broken()))), { message: 'The database is gone.' });
  const source = new Readable({ read() {} });
  const spool = spoolToFile(source);
  source.destroy(new Error('The database is gone.'));
  await setTimeout(5);
  await assert.rejects(text(spool), { message: 'The database is gone.' });
});

test('destroying a spool destroys its source and leaves no file', async (t) => {
  // A temporary folder of its own: other test processes make spools in the shared one.
  const shared = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), 'daybook-spools-'));
  process.env.TMPDIR = folder;
  t.after(async () => {
    if (shared === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = shared;
    await rm(folder, { recursive: true, force: true });
  });
  const begun = new Readable({ read() {} });
  begun.push('one');
  const spool = spoolToFile(begun);
  await once(spool, 'readable');
  spool.destroy();
  begun.push('two');
  const unread = new Readable({ read() {} });
  spoolToFile(unread).destroy();
  await eventually(
    'the sources are destroyed and their files are gone',
    async () => begun.destroyed && unread.destroyed && (await readdir(folder)).length === 0,
  );
});

test('beyond the room for one spool, or for all, it fails like a full disk, and frees what it occupied', async () => {
  const bytes = () => Readable.from([randomBytes(600), randomBytes(600)]);
  const limits = { one: 1_000, all: 2_000 };
  await assert.rejects(text(spoolToFile(bytes(), limits)), { code: 'ENOSPC' });
  const room = { one: 2_000, all: 2_000 };
  const first = spoolToFile(bytes(), room);
  await once(first, 'readable');
  await setTimeout(20);
  await assert.rejects(text(spoolToFile(bytes(), room)), { code: 'ENOSPC' });
  assert.equal((await buffer(first)).length, 1_200);
  assert.equal((await buffer(spoolToFile(bytes(), room))).length, 1_200);
});
