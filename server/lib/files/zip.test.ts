// Tests of the content of archives, and of their entries when a reader stops early.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { unzip } from '#server/testing/files/unzip.ts';
import { type ZipEntry, zipOf } from './zip.ts';

test('an archive has each entry complete, with its name and time', async () => {
  const content = randomBytes(300_000);
  const modified = Temporal.Instant.from('2026-03-02T08:00:00Z');
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'short.txt', content: 'words' };
    yield { name: 'ēka/größe.bin', content: Readable.from([content.subarray(0, 9), content.subarray(9)]), modified };
    yield { name: 'empty', content: Readable.from([]) };
    yield { name: 'last.txt', content: 'more' };
  }
  const archive = await buffer(zipOf(entries()));
  const contents = unzip(archive);
  assert.deepEqual([...contents.keys()], ['short.txt', 'ēka/größe.bin', 'empty', 'last.txt']);
  assert.equal(contents.get('short.txt')?.toString(), 'words');
  assert.ok(contents.get('ēka/größe.bin')?.equals(content));
  assert.equal(contents.get('empty')?.length, 0);
  // The extended timestamp (0x5455), of that entry only.
  const time = Buffer.alloc(9);
  time.write('UT\x05\x00\x03', 'latin1');
  time.writeUInt32LE(modified.epochMilliseconds / 1000, 5);
  assert.ok(archive.includes(time));
  assert.equal(archive.indexOf('UT\x05\x00', archive.indexOf(time) + 1, 'latin1'), -1);
});

test('an archive without entries is valid', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {}
  assert.equal(unzip(await buffer(zipOf(entries()))).size, 0);
});

/** Resolves once nothing has been read for a while; fails if that never happens. */
async function settled(seen: { read: number }): Promise<number> {
  for (let waited = 0, read = -1; waited < 10_000; waited += 100) {
    if (seen.read === read) return read;
    read = seen.read;
    await setTimeout(100);
  }
  assert.fail('the archive is read without end');
}

async function until(what: () => boolean, message: string): Promise<void> {
  for (let waited = 0; !what(); waited += 10) {
    assert.ok(waited < 10_000, message);
    await setTimeout(10);
  }
}

/** Endless entries of random bytes, and the state of each. */
function endless(pieces = Number.POSITIVE_INFINITY) {
  const seen = { read: 0, contents: [] as Readable[], isOver: false };
  async function* bytes() {
    for (let piece = 0; piece < pieces; piece++) {
      seen.read += 64 * 1024;
      yield randomBytes(64 * 1024);
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (let entry = 0; ; entry++) {
        const content = Readable.from(bytes(), { objectMode: false });
        seen.contents.push(content);
        yield { name: String(entry), content };
      }
    } finally {
      seen.isOver = true;
    }
  }
  return { seen, archive: zipOf(entries()) };
}

test('one entry is open at a time, and read no faster than the archive', async () => {
  const { seen, archive } = endless(4);
  let taken = 0;
  for await (const piece of archive) {
    taken += piece.length;
    assert.ok(seen.read - taken < 2_000_000, `${seen.read} read, ${taken} taken`);
    assert.ok(seen.contents.filter((content) => !content.closed).length <= 1);
    if (taken > 5_000_000) break;
  }
  assert.ok(seen.contents.length > 15);
  await settled(seen);
});

test('an archive without a reader waits; destroying it closes everything', async () => {
  const { seen, archive } = endless();
  await once(archive, 'readable');
  const read = await settled(seen);
  assert.ok(read < 2_000_000, `${read} read`);
  archive.destroy();
  await until(() => seen.isOver, 'the source of entries is not closed');
  assert.deepEqual(
    seen.contents.map((content) => content.destroyed),
    [true],
  );
});

test('an archive destroyed before its first entry reads none', async () => {
  const { seen, archive } = endless();
  archive.destroy();
  await until(() => seen.isOver, 'the source of entries is not closed');
  assert.ok(seen.contents.every((content) => content.destroyed));
  assert.equal(seen.read, 0);
});

test('an archive fails with its entry, and with the source of entries', async () => {
  let isOver = false;
  async function* broken() {
    yield randomBytes(1000);
    throw new Error('The disk is gone.');
  }
  async function* brokenContent(): AsyncGenerator<ZipEntry> {
    try {
      yield { name: 'whole', content: 'words' };
      yield { name: 'broken', content: Readable.from(broken()) };
      yield { name: 'never', content: 'words' };
    } finally {
      isOver = true;
    }
  }
  await assert.rejects(buffer(zipOf(brokenContent())), { message: 'The disk is gone.' });
  assert.ok(isOver);
  async function* brokenEntries(): AsyncGenerator<ZipEntry> {
    yield { name: 'whole', content: 'words' };
    throw new Error('The database is gone.');
  }
  await assert.rejects(buffer(zipOf(brokenEntries())), { message: 'The database is gone.' });
  // Also when the reader comes after the failure.
  const late = zipOf(brokenEntries());
  await setTimeout(50);
  await assert.rejects(finished(late), { message: 'The database is gone.' });
});
