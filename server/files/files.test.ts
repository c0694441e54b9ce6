// Tests of reading files and pictures, through HTTP.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import sharp from 'sharp';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const download = (app: TestApp, id: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url: `/Api/File/DownloadFile?id=${id}`, headers });

const picture = (app: TestApp, id: string, size: number | string = 200, headers: Record<string, string> = {}) =>
  app.server.inject({ url: `/api/image/${id}/Get/${size}/${size}/`, headers });

/** A JPEG, left half red and right half blue, with the EXIF data of a rotated camera and its location. */
function photo(width = 1200, height = 800): Promise<Buffer> {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: 'blue' } };
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: half, left: width / 2, top: 0 }])
    .withExif({ IFD0: { Artist: 'Anna Secret' }, IFD3: { GPSLatitude: '56/1 57/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

test('anyone can download a public file under its name, and caches may store it long', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const file = await buildFile(app, company, { isPublic: true, name: 'Preisliste für März.txt' });
  const answer = await download(app, file.id);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.rawPayload, file.bytes);
  assert.equal(answer.headers['content-type'], 'text/plain');
  const { 'content-disposition': disposition } = answer.headers;
  assert.equal(disposition, "attachment; filename*=UTF-8''Preisliste%20f%C3%BCr%20M%C3%A4rz.txt");
  assert.equal(answer.headers['cache-control'], 'public, max-age=2592000');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(String(answer.headers['content-security-policy']), /^sandbox/);
});

test('a private file is for its company only; for others it does not exist', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app);
  const { employee: stranger } = await buildBusiness(app, { actions: ['sys'] });
  const file = await buildFile(app, company, {});
  const house_own = await buildFile(app, null, {});
  const own = await download(app, file.id, await signIn(app, employee));
  assert.equal(own.statusCode, 200);
  assert.match(String(own.headers['cache-control']), /^private, /);
  const unknown = await download(app, randomUUIDv7());
  assert.equal(unknown.statusCode, 404);
  for (const answer of [
    await download(app, file.id),
    await download(app, file.id, await signIn(app, stranger)),
    await download(app, house_own.id, await signIn(app, employee)),
    await picture(app, file.id, 200, await signIn(app, stranger)),
  ]) {
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.body, unknown.body);
  }
});

test('a client with the current file gets 304', async () => {
  await using app = await testApp();
  const bytes = await photo();
  const file = await buildFile(app, null, { isPublic: true, bytes, mimeType: 'image/jpeg' });
  for (const ask of [
    (headers: Record<string, string>) => download(app, file.id, headers),
    (headers: Record<string, string>) => picture(app, file.id, 64, headers),
  ]) {
    const etag = String((await ask({})).headers.etag);
    const repeated = await ask({ 'if-none-match': `"other", W/${etag}` });
    assert.equal(repeated.statusCode, 304);
    assert.equal(repeated.body, '');
    assert.equal(repeated.headers.etag, etag);
    assert.equal((await ask({ 'if-none-match': '"other"' })).statusCode, 200);
  }
});

test('a picture is cropped to a square, turned upright, and has no camera data', async () => {
  await using app = await testApp();
  const file = await buildFile(app, null, { isPublic: true, bytes: await photo(), mimeType: 'image/jpeg' });
  for (const size of [64, 200, 640]) {
    const answer = await picture(app, file.id, size);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'image/webp');
    assert.equal(answer.headers['content-disposition'], 'inline');
    const { width, height, exif, orientation, format } = await sharp(answer.rawPayload).metadata();
    assert.deepEqual(
      { width, height, exif, orientation, format },
      {
        width: size,
        height: size,
        exif: undefined,
        orientation: undefined,
        format: 'webp',
      },
    );
  }
  // Orientation 6: the left half is now at the top.
  const { rawPayload } = await picture(app, file.id, 64);
  const pixels = await sharp(rawPayload).raw().toBuffer();
  const at = (x: number, y: number) => [...pixels.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
  const [red = 0, , blue = 0] = at(32, 4);
  assert.ok(red > 200 && blue < 60, 'the top is red');
  const [below = 0, , belowBlue = 0] = at(32, 60);
  assert.ok(below < 60 && belowBlue > 200, 'the bottom is blue');
});

test('a size is rendered once and stored', async () => {
  await using app = await testApp();
  const file = await buildFile(app, null, { isPublic: true, bytes: await photo(), mimeType: 'image/jpeg' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => picture(app, file.id)));
  assert.deepEqual(new Set(answers.map((answer) => answer.statusCode)), new Set([200]));
  const cached = await app.files.read(`${file.id}-200x200`);
  assert.ok(cached);
  assert.deepEqual(await buffer(cached), answers[0]?.rawPayload);
  await app.files.remove(file.id);
  assert.equal((await picture(app, file.id)).statusCode, 200, 'the original is not opened again');
});

test('only the fixed sizes are rendered', async () => {
  await using app = await testApp();
  const file = await buildFile(app, null, { isPublic: true, bytes: await photo(), mimeType: 'image/jpeg' });
  for (const size of [1, 199, 5000]) {
    const answer = await picture(app, file.id, size);
    assert.equal(answer.statusCode, 417);
    assert.deepEqual(answer.json()[0].Key, 'Width');
  }
  assert.equal((await app.server.inject(`/api/image/${file.id}/Get/64/200`)).statusCode, 417);
  assert.equal((await picture(app, file.id, 'big')).statusCode, 417);
});

test('a file that is no picture, broken or enormous is not decoded', async () => {
  await using app = await testApp();
  const pretend = (bytes: Buffer, mimeType = 'image/png') => buildFile(app, null, { isPublic: true, bytes, mimeType });
  const enormous = await sharp({ create: { width: 6000, height: 4001, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const files = [
    await pretend(Buffer.from('a note'), 'text/plain'),
    await pretend(Buffer.from('not a picture')),
    await pretend((await photo()).subarray(0, 200), 'image/jpeg'),
    await pretend(enormous),
  ];
  for (const file of files) assert.equal((await picture(app, file.id)).statusCode, 404);
});
