// Unpacks a ZIP archive in tests, by its directory like any program.
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the contents by name; fails when lengths or checksums differ from the directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const contents = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < archive.readUInt16LE(end + 10); entry++) {
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset));
    const [name, extra, note] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]; // Three offsets, three numbers.
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = inflateRawSync(archive.subarray(from, from + (packed ?? 0)));
    assert.deepEqual([bytes.length, crc32(bytes)], [size, crc]);
    contents.set(archive.toString('utf8', at + 46, at + 46 + name), bytes);
    at += 46 + name + extra + note;
  }
  return contents;
}
