// Tests of files in a bucket, with a real S3 server on loopback.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { parseConfig } from '#server/config.ts';
import { openBucket } from '#server/testing/servers/bucket.ts';
import { openFiles } from './open-files.ts';
import { s3Files } from './s3-files.ts';

/** A line to the service. While `fault` is set, the second part of an upload breaks it or is never answered. */
async function openLine(port: number) {
  const line = { fault: undefined as 'cut' | 'silence' | undefined, asked: [] as string[] };
  const server = createServer((incoming, answer) => {
    const { method, url: path = '', headers } = incoming;
    line.asked.push(`${method} ${path}`);
    if (line.fault && path.includes('partNumber=2')) {
      if (line.fault === 'cut') incoming.once('data', () => incoming.destroy());
      return;
    }
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(line, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

async function keysOf(files: { keys(): AsyncIterable<string> }): Promise<string[]> {
  return (await Array.fromAsync(files.keys())).toSorted();
}

test('stored bytes can be read, replaced and removed; an unknown key is undefined', async () => {
  await using store = await openBucket();
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

test('parts of uploads are left to a service that cannot list them; other failures are told', async () => {
  await using store = await openBucket();
  const files = await openFiles(parseConfig(store.env));
  assert.equal(await files.removeParts(Temporal.Now.instant()), 0);
  const { s3 } = parseConfig({ ...store.env, S3_BUCKET: 'no-such-bucket' });
  assert.ok(s3);
  const elsewhere = s3Files(s3);
  await assert.rejects(elsewhere.removeParts(Temporal.Now.instant()), { name: 'NoSuchBucket' });
});

test('wrong credentials are an error, not an empty store', async () => {
  await using store = await openBucket();
  const files = await openFiles(parseConfig({ ...store.env, S3_ACCESS_KEY_ID: 'wrong' }));
  await assert.rejects(files.read('0190-a'));
  await assert.rejects(files.put('0190-a', Buffer.from('a')));
  const nowhere = await openFiles(parseConfig({ ...store.env, S3_BUCKET: 'another-bucket' }));
  await assert.rejects(nowhere.read('0190-a'), { name: 'NoSuchBucket' });
});

test('a large file is stored in parts; a line that breaks or stays silent leaves no half file and no parts', async () => {
  await using store = await openBucket();
  await using line = await openLine(store.port);
  const { s3 = assert.fail() } = parseConfig({ ...store.env, S3_ENDPOINT: line.url });
  const partLength = 5 * 2 ** 20; // The smallest that the protocol allows.
  const path = join(store.directory, 'large');
  const bytes = Buffer.alloc(partLength + 1_000, 'the bytes of an archive');
  await writeFile(path, bytes);
  for (const fault of ['cut', 'silence'] as const) {
    line.fault = fault;
    line.asked = [];
    const files = s3Files(s3, { partLength, socketTimeout: 300 });
    await assert.rejects(files.putFile('0190-a', path), fault);
    assert.deepEqual(await keysOf(files), []);
    assert.equal((await stat(path)).size, bytes.length, 'it can be sent again');
    const [uploadId] = line.asked.join('\n').match(/(?<=uploadId=)\w+/) ?? assert.fail();
    assert.match(line.asked.at(-2) ?? '', new RegExp(`^DELETE .*uploadId=${uploadId}`), 'the parts are removed');
  }
  line.fault = undefined;
  const files = s3Files(s3, { partLength, socketTimeout: 30_000 });
  await files.putFile('0190-a', path);
  const stored = await buffer((await files.read('0190-a')) ?? assert.fail());
  assert.equal(createHash('sha1').update(stored).digest('hex'), createHash('sha1').update(bytes).digest('hex'));
  await (await openFiles(parseConfig({ ...store.env, S3_PREFIX: 'two/' }))).put('other', bytes);
  assert.deepEqual(await keysOf(files), ['0190-a'], 'those of its prefix');
  assert.ok(!(await readdir(store.directory)).includes('large'), 'the file was moved');
});
