// A paper as PNG: for Star printers, and for screens.
import { crc32 } from 'node:zlib';
import type { DotRows } from '../sheet/rasterize.ts';
import { deflateRows } from './deflate-rows.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Shades of grey of one bit: black and white, at 203 dots an inch. */
export function encodePng({ rows, width, height }: DotRows): Uint8Array {
  const stride = width / 8;
  // Each row begins with the number of its filter: none. White is 1.
  const data = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1) + 1;
    for (let x = 0; x < stride; x++) data[to + x] = ~(rows[y * stride + x] as number);
  }
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('pHYs', Uint8Array.of(0, 0, ...dotsPerMetre, 0, 0, ...dotsPerMetre, 1)),
    chunk('IDAT', deflateRows(data, stride + 1)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** 8 dots a millimetre. */
const dotsPerMetre = [8_000 >> 8, 8_000 & 0xff];

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(Buffer.from(type, 'latin1'), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}
