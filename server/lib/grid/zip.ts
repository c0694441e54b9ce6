// Writes a ZIP file piece by piece (PKWARE APPNOTE 6.3): small files at once, and one of unknown length as the last.
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

/** Text gathered before it is compressed. */
const chunk = 64 * 1024;
const utf8Name = 0x0800;
const sizesBehind = 0x0008;

/** `file` for each small file, then `begin`, `add` as often as wanted, `end`; every call answers the bytes to send next. */
export function openZip() {
  const entries: Entry[] = [];
  let position = 0;
  let waiting = '';
  let streamed: Entry | undefined;

  const sent = (bytes: Buffer) => {
    position += bytes.length;
    return bytes;
  };
  const enter = (name: string, isStreamed: boolean) => {
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at: position, isStreamed };
    entries.push(entry);
    return entry;
  };
  /** Pieces end at a byte and know nothing of each other, so that they are one stream when put together (RFC 1951). */
  const pack = (entry: Entry, text: string, isLast: boolean) => {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    entry.packed += packed.length;
    return packed;
  };

  return {
    file(name: string, text: string): Buffer {
      const entry = enter(name, false);
      const packed = pack(entry, text, true);
      return sent(Buffer.concat([local(entry), packed]));
    },
    begin(name: string): Buffer {
      streamed = enter(name, true);
      return sent(local(streamed));
    },
    add(text: string): Buffer {
      waiting += text;
      if (!streamed || waiting.length < chunk) return Buffer.alloc(0);
      const packed = pack(streamed, waiting, false);
      waiting = '';
      return sent(packed);
    },
    end(): Buffer {
      if (!streamed) throw new Error('There is nothing to end.');
      const rest = sent(Buffer.concat([pack(streamed, waiting, true)]));
      const behind = sent(descriptor(streamed));
      const directory = Buffer.concat(entries.map(central));
      return Buffer.concat([rest, behind, directory, endOf(entries.length, directory.length, position)]);
    },
  };
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
