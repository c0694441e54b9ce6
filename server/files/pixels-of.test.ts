// Tests of the size of pictures in their headers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { pixelsOf } from './pixels-of.ts';

test('the header of every type says how many pixels a picture has', async () => {
  for (const [width, height] of [
    [1, 1],
    [300, 200],
    [4097, 3],
  ] as const) {
    const picture = sharp({ create: { width, height, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } });
    const files = {
      jpeg: await picture
        .clone()
        .withExif({ IFD0: { Artist: 'x'.repeat(20_000) } })
        .jpeg()
        .toBuffer(),
      progressive: await picture.clone().jpeg({ progressive: true }).toBuffer(),
      png: await picture.clone().png().toBuffer(),
      webp: await picture.clone().flatten().webp().toBuffer(),
      lossless: await picture.clone().webp({ lossless: true }).toBuffer(),
      extended: await picture.clone().webp().toBuffer(),
    };
    for (const [name, bytes] of Object.entries(files)) assert.equal(pixelsOf(bytes), width * height, name);
  }
});

test('a header that ends early, or is none, says nothing and ends', async () => {
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  for (const bytes of [
    Buffer.alloc(0),
    jpeg.subarray(0, 30),
    Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(100_000, 0xff)]),
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe0, 0, 0]), Buffer.alloc(10)]),
    Buffer.from('RIFF....WEBPVP8 '),
  ]) {
    assert.equal(pixelsOf(bytes), undefined);
  }
});
