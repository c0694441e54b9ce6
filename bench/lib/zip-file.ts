// Reads a ZIP file of any size by its directory (PKWARE APPNOTE 6.3, ZIP64 included).
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

interface Entry {
  name: string;
  crc: number;
  size: number;
  packed: number;
  /** The offset of its local header. */
  at: number;
}

const full = 0xffff_ffff;

export async function entriesOf(path: string): Promise<Entry[]> {
  await using file = await open(path);
  const { size } = await file.stat();
  const tail = await bytesOf(file, Math.max(0, size - 1024), Math.min(size, 1024));
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06'));
  let [count, length, from] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  const locator = tail.lastIndexOf(Buffer.from('PK\x06\x07'));
  if (locator >= 0) {
    const record = await bytesOf(file, Number(tail.readBigUInt64LE(locator + 8)), 56);
    [count, length, from] = [long(record, 32), long(record, 40), long(record, 48)];
  }
  const directory = await bytesOf(file, from, length);
  const entries: Entry[] = [];
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const longs = longsIn(extra);
    const [unpacked, packed, header] = [24, 20, 42].map((offset) => {
      const value = directory.readUInt32LE(at + offset);
      return value === full ? (longs.shift() ?? value) : value;
    }) as [number, number, number]; // Three offsets, three numbers.
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    entries.push({ name, crc: directory.readUInt32LE(at + 16), size: unpacked, packed, at: header });
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  if (at !== length) throw new Error('The directory is longer than its entries.');
  return entries;
}

/** Returns length and checksum of an entry's unpacked content. */
export async function sumOf(path: string, entry: Entry): Promise<{ size: number; crc: number }> {
  await using file = await open(path);
  const header = await bytesOf(file, entry.at, 30);
  if (header.toString('latin1', 0, 4) !== 'PK\x03\x04') throw new Error(`No entry begins at ${entry.at}.`);
  const from = entry.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const sum = { size: 0, crc: 0 };
  await pipeline(
    createReadStream(path, { start: from, end: from + entry.packed - 1, highWaterMark: 2 ** 20 }),
    createInflateRaw({ chunkSize: 2 ** 20 }),
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        sum.size += piece.length;
        sum.crc = crc32(piece, sum.crc);
      }
    },
  );
  return sum;
}

async function bytesOf(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  if (bytesRead < length) throw new Error('The file ends early.');
  return buffer;
}

function long(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

/** The numbers of the ZIP64 field; it holds only those that overflow the entry's own fields. */
function longsIn(extra: Buffer): number[] {
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    return Array.from({ length: extra.readUInt16LE(at + 2) / 8 }, (_, index) => long(extra, at + 4 + index * 8));
  }
  return [];
}
