// Reads the directory of a ZIP archive, as far as needed to detect bombs and disguised files.

export interface ReadZipEntry {
  name: string;
  compressed: number;
  uncompressed: number;
}

/** Maximum unpacked size (bytes), and its maximum ratio to the packed size. */
const maxUnpacked = 200 * 1024 * 1024;
const maxRatio = 200;
const maxEntries = 10_000;

/**
 * Returns the entries of the central directory (APPNOTE 6.3.10, 4.3). Undefined when the archive does not fill the file
 * from the first byte to the last, when entries overlap, are encrypted or use ZIP64, or when it unpacks to far more
 * than its size.
 */
export function readZip(bytes: Buffer): ReadZipEntry[] | undefined {
  const end = endOfDirectory(bytes);
  if (end === undefined) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  const start = bytes.readUInt32LE(end + 16);
  if (count > maxEntries || start + size !== end) return undefined;
  const entries: ReadZipEntry[] = [];
  let at = start;
  let free = 0;
  const places: [from: number, to: number][] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return undefined;
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    const compressed = bytes.readUInt32LE(at + 20);
    const uncompressed = bytes.readUInt32LE(at + 24);
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]; // Three offsets, three numbers.
    const local = bytes.readUInt32LE(at + 42);
    if (isEncrypted || local + 30 > start || bytes.readUInt32LE(local) !== 0x04034b50) return undefined;
    entries.push({ name: bytes.toString('utf8', at + 46, at + 46 + nameLength), compressed, uncompressed });
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    places.push([local, from + compressed]);
    at += 46 + nameLength + extraLength + noteLength;
  }
  if (at !== end) return undefined;
  for (const [from, to] of places.toSorted(([a], [b]) => a - b)) {
    if (from < free || (free === 0 && from !== 0) || to > start) return undefined;
    free = to;
  }
  const unpacked = entries.reduce((sum, { uncompressed }) => sum + uncompressed, 0);
  if (unpacked > maxUnpacked || unpacked > bytes.length * maxRatio) return undefined;
  return entries;
}

/** Finds the record that ends the archive and must end the file. */
function endOfDirectory(bytes: Buffer): number | undefined {
  const min = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= min; at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue;
    if (at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  return undefined;
}
