// Tests of files in a bucket, with a real S3 server on loopback.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import S3rver from 's3rver';
import { parseConfig } from '#server/config.ts';
import { openFiles } from './file-store.ts';

async function openStore() {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'daybook-files' }],
  });
  const { port } = await server.run();
  return {
    env: {
      S3_BUCKET: 'daybook-files',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: 'one/',
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

test('stored bytes can be read, replaced and removed; an unknown key is undefined', async () => {
  await using store = await openStore();
  const files = await openFiles(parseConfig(store.env));
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  await files.put('0190-a', bytes);
  const read = async (key: string) => {
    const body = await files.read(key);
    return body && buffer(body);
  };
  assert.deepEqual(await read('0190-a'), bytes);
  await files.put('0190-a', Buffer.from('other'));
  assert.equal(String(await read('0190-a')), 'other');
  await files.remove('0190-a');
  await files.remove('0190-a');
  assert.equal(await read('0190-a'), undefined);
  const elsewhere = await openFiles(parseConfig({ ...store.env, S3_PREFIX: 'two/' }));
  await elsewhere.put('b', bytes);
  assert.equal(await read('b'), undefined);
  await assert.rejects(files.put('../b', bytes), /Not a file key/);
});

test('wrong credentials are an error, not an empty store', async () => {
  await using store = await openStore();
  const files = await openFiles(parseConfig({ ...store.env, S3_ACCESS_KEY_ID: 'wrong' }));
  await assert.rejects(files.read('0190-a'));
  await assert.rejects(files.put('0190-a', Buffer.from('a')));
  const nowhere = await openFiles(parseConfig({ ...store.env, S3_BUCKET: 'another-bucket' }));
  await assert.rejects(nowhere.read('0190-a'), { name: 'NoSuchBucket' });
});
