// Writes a ZIP file piece by piece (PKWARE APPNOTE 6.3): small files at once, those of unknown length as they come.
import { constants, crc32, deflateRawSync } from 'node:zlib';

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  /** Where its local header begins. */
  at: number;
  /** Sizes stand behind the data, not before it. */
  isStreamed: boolean;
}

/** Bytes gathered before they are compressed. */
const chunk = 64 * 1024;
/** Without ZIP64, lengths and places have four bytes, and the number of files two. */
const format = { bytes: 0xffff_ffff, files: 0xffff };
const utf8Name = 0x0800;
const sizesBehind = 0x0008;

/**
 * `file` for each small file; `begin` and `add` as often as wanted for a longer one, which ends with the next one or with the
 * `end` of all. Every call answers the bytes to send next, and throws as soon as they or the files are more than `most`:
 * less than 4 GiB and 65,536 files, or what is said.
 */
export function openZip(limits = format) {
  const entries: Entry[] = [];
  let position = 0;
  let waiting: Buffer[] = [];
  let gathered = 0;
  let streamed: Entry | undefined;

  const sent = (bytes: Buffer) => {
    position += bytes.length;
    if (position > limits.bytes) throw full();
    return bytes;
  };
  const enter = (name: string, isStreamed: boolean) => {
    if (entries.length === limits.files) throw full();
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at: position, isStreamed };
    entries.push(entry);
    return entry;
  };
  /** Pieces end at a byte and know nothing of each other, so that they are one stream when put together (RFC 1951). */
  const pack = (entry: Entry, bytes: Buffer, isLast: boolean) => {
    const packed = deflateRawSync(bytes, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    if (entry.size > format.bytes) throw full();
    entry.packed += packed.length;
    return packed;
  };

  const takeWaiting = () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    gathered = 0;
    return bytes;
  };

  /** The rest of what is under way, and what is known of it by then. */
  const close = () => {
    if (!streamed) return Buffer.alloc(0);
    const rest = sent(pack(streamed, takeWaiting(), true));
    const behind = sent(descriptor(streamed));
    streamed = undefined;
    return Buffer.concat([rest, behind]);
  };

  return {
    /** Whether one more file of so many bytes fits for certain, with what it may grow by and with the directory of all. */
    hasRoom: (size: number) => entries.length < limits.files && position + size < 0.8 * limits.bytes,
    file(name: string, text: string): Buffer {
      const before = close();
      const entry = enter(name, false);
      const packed = pack(entry, Buffer.from(text), true);
      return Buffer.concat([before, sent(Buffer.concat([local(entry), packed]))]);
    },
    begin(name: string): Buffer {
      const before = close();
      streamed = enter(name, true);
      return Buffer.concat([before, sent(local(streamed))]);
    },
    add(more: string | Buffer): Buffer {
      const bytes = typeof more === 'string' ? Buffer.from(more) : more;
      waiting.push(bytes);
      gathered += bytes.length;
      return streamed && gathered >= chunk ? sent(pack(streamed, takeWaiting(), false)) : Buffer.alloc(0);
    },
    end(): Buffer {
      const rest = close();
      const at = position;
      const directory = sent(Buffer.concat(entries.map(central)));
      return Buffer.concat([rest, directory, sent(endOf(entries.length, directory.length, at))]);
    },
  };
}

function full(): Error {
  return new Error('The ZIP file is full: it holds less than 4 GiB and 65,536 files.');
}

function numbers(...values: readonly (readonly [number, 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of values) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

const flags = (entry: Entry) => utf8Name | (entry.isStreamed ? sizesBehind : 0);
/** 1980-01-01: the file says nothing of when it was made. */
const someDay = 0x0021;
const deflated = 8;

function sizes({ crc, packed, size }: Entry): Buffer {
  return numbers([crc, 4], [packed, 4], [size, 4]);
}

function local(entry: Entry): Buffer {
  const head = numbers([0x04034b50, 4], [20, 2], [flags(entry), 2], [deflated, 2], [0, 2], [someDay, 2]);
  return Buffer.concat([head, sizes(entry), numbers([entry.name.length, 2], [0, 2]), entry.name]);
}

function descriptor(entry: Entry): Buffer {
  return Buffer.concat([numbers([0x08074b50, 4]), sizes(entry)]);
}

function central(entry: Entry): Buffer {
  const head = numbers([0x02014b50, 4], [20, 2], [20, 2], [flags(entry), 2], [deflated, 2], [0, 2], [someDay, 2]);
  const rest = numbers([entry.name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [entry.at, 4]);
  return Buffer.concat([head, sizes(entry), rest, entry.name]);
}

function endOf(count: number, length: number, at: number): Buffer {
  return numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [at, 4], [0, 2]);
}
