// An archive says when it is full, instead of being one that no program reads.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { unzip } from '#server/testing/unzip.ts';
import { openZip } from './zip.ts';

const isFull = { message: /ZIP file is full/ };

test('what has room is in the archive, whole', () => {
  const zip = openZip({ bytes: 100_000, files: 3 });
  const content = randomBytes(79_000);
  assert.ok(zip.hasRoom(content.length));
  const archive = Buffer.concat([zip.file('short', 'words'), zip.begin('long'), zip.add(content), zip.end()]);
  assert.ok(!zip.hasRoom(1_000));
  assert.ok(unzip(archive).get('long')?.equals(content));
  assert.equal(unzip(archive).get('short')?.toString(), 'words');
});

test('an archive ends with the byte, and with the file, that it has no room for', () => {
  const long = openZip({ bytes: 100_000, files: 3 });
  long.begin('long');
  assert.throws(() => long.add(randomBytes(101_000)), isFull);

  const many = openZip({ bytes: 100_000, files: 2 });
  many.file('one', '');
  many.file('two', '');
  assert.ok(!many.hasRoom(0));
  assert.throws(() => many.file('three', ''), isFull);

  const narrow = openZip({ bytes: 100, files: 2 });
  narrow.file('one', '');
  narrow.file('two', '');
  assert.throws(() => narrow.end(), isFull, 'with its directory');
});
