// Tests how codes and polls of Star printers are read, the ones in the guide and the ones of printers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPoll } from './read-poll.ts';
import { faultOfStarCode, isOnline, resultOfStarCode, starCode } from './star-codes.ts';
import { mediaFor, starMediumOf } from './star-media.ts';

test('codes are digits with or without words, and OK', () => {
  const codes = ['200%20OK', '200 OK', 'OK', 'ok', '211 Paper low', '410', '4101 Out', '100% ready', '', 'broken'];
  assert.deepEqual(codes.map(starCode), [200, 200, 200, 200, 211, 410, 410, 100, undefined, undefined]);
});

test('a code that is not listed means the same as its hundred', () => {
  assert.deepEqual([undefined, 200, 211, 299].map(isOnline), [true, true, true, true]);
  assert.deepEqual([200, 410, 411, 420, 499, 510].map(faultOfStarCode), [
    ...['', 'paperOut', 'error', 'coverOpen', 'error', 'error'],
  ]);
  const results = [200, 201, 410, 510, 511, 512, 513, 520, 521, undefined].map(resultOfStarCode);
  assert.deepEqual(results, [
    ...['printed', 'printed', 'failed', 'refused', 'refused', 'refused', 'failed', 'notFetched', 'failed', 'failed'],
  ]);
});

const poll = (fields: unknown) => readPoll(Buffer.from(JSON.stringify(fields)));

test('a poll says as much as it likes', () => {
  const silent = { code: undefined, isPrinting: false, media: undefined, maxHeight: 4_000, version: undefined };
  assert.deepEqual(readPoll(Buffer.alloc(0)), silent);
  for (const fields of [null, [], 'x', {}, { statusCode: null, clientAction: null, printingInProgress: null }]) {
    assert.deepEqual(poll(fields), silent);
  }
  assert.deepEqual(
    poll({
      statusCode: '410%20Out%20of%20paper',
      printingInProgress: true,
      clientAction: [
        { request: 'Encodings', result: 'image/png; image/vnd.star.png;mono_len=2400; application/vnd.star.starprnt' },
        { request: 'ClientType', result: 'Star mC-Print3' },
        { request: 'ClientVersion', result: 1.2 },
        null,
      ],
    }),
    {
      code: 410,
      isPrinting: true,
      media: ['image/png', 'image/vnd.star.png', 'application/vnd.star.starprnt'],
      maxHeight: 2_400,
      version: 'Star mC-Print3 1.2',
    },
  );
  for (const body of ['{', '"', `${'['.repeat(30)}${']'.repeat(30)}`]) {
    assert.throws(() => readPoll(Buffer.from(body)), { status: 400 });
  }
});

test('a paper is offered in the media that we make, the printer reads and has not refused', () => {
  const [png, starPrnt] = ['image/png', 'application/vnd.star.starprnt'];
  assert.deepEqual(mediaFor({ reads: [], refused: [] }), ['png', 'starPrnt']);
  assert.deepEqual(mediaFor({ reads: ['text/plain', starPrnt, png], refused: [] }), ['png', 'starPrnt']);
  assert.deepEqual(mediaFor({ reads: [starPrnt], refused: [] }), ['starPrnt']);
  assert.deepEqual(mediaFor({ reads: [png, starPrnt], refused: [png] }), ['starPrnt']);
  assert.deepEqual(mediaFor({ reads: ['text/plain'], refused: [] }), []);
  const asked = ['image/png', 'IMAGE/PNG; x=1', 'application/vnd.star.starprnt', 'text/plain', ''].map(starMediumOf);
  assert.deepEqual(asked, ['png', 'png', 'starPrnt', undefined, undefined]);
});
