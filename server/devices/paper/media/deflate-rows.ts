// Compresses rows of dots as zlib data (RFC 1950, 1951): always to the same bytes.
//
// The zlib of Node picks other matches on other processors and in other versions. Paper needs little of it: most rows
// are those above them, or one byte again and again. These two distances and the fixed codes take a tenth of the bytes.

const minMatch = 3;
const maxMatch = 258;

/** `rowLength`: bytes of a row, whose repetitions are found. */
export function deflateRows(data: Uint8Array, rowLength: number): Uint8Array {
  // Two bytes of head, a literal has at most nine bits, and four bytes of checksum.
  const bits = new BitWriter(Math.ceil((data.length * 9 + 32) / 8) + 8);
  bits.write(0x0178, 16);
  // The last block, with fixed codes.
  bits.write(0b011, 3);
  let at = 0;
  while (at < data.length) {
    const above = matchLength(data, at, rowLength);
    const run = above === maxMatch ? 0 : matchLength(data, at, 1);
    const length = Math.max(above, run);
    if (length < minMatch) {
      const code = literals[data[at] as number] as number;
      bits.write(code >> 4, code & 15);
      at += 1;
      continue;
    }
    writeMatch(bits, length, run > above ? 1 : rowLength);
    at += length;
  }
  bits.write(reversed(0, 7), 7);
  return bits.finish(adler32(data));
}

function matchLength(data: Uint8Array, at: number, distance: number): number {
  const from = at - distance;
  if (from < 0) return 0;
  const end = Math.min(maxMatch, data.length - at);
  let length = 0;
  while (length < end && data[from + length] === data[at + length]) length++;
  return length;
}

class BitWriter {
  readonly #bytes: Uint8Array;
  #length = 0;
  #pending = 0;
  #count = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  /** The lowest bit first; at most 16 bits. */
  write(value: number, count: number): void {
    this.#pending |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#bytes[this.#length++] = this.#pending & 0xff;
      this.#pending >>>= 8;
      this.#count -= 8;
    }
  }

  finish(checksum: number): Uint8Array {
    if (this.#count > 0) this.write(0, 8 - this.#count);
    const view = new DataView(this.#bytes.buffer);
    view.setUint32(this.#length, checksum);
    return this.#bytes.subarray(0, this.#length + 4);
  }
}

/** Codes are written from their highest bit. */
function reversed(code: number, count: number): number {
  let result = 0;
  for (let bit = 0; bit < count; bit++) result |= ((code >> bit) & 1) << (count - 1 - bit);
  return result;
}

/** The fixed code of each byte and, in the lowest four bits, its length (RFC 1951, 3.2.6). */
const literals = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 144 ? (reversed(0x30 + byte, 8) << 4) | 8 : (reversed(0x190 + byte - 144, 9) << 4) | 9,
);

interface Range {
  symbol: number;
  first: number;
  extraBits: number;
}

/** RFC 1951, 3.2.5: the symbols, their first lengths or distances, and how many bits say the rest. */
const lengths = rangesOf(257, 3, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]);
const distances = rangesOf(0, 1, [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10]);

function rangesOf(symbol: number, first: number, extra: readonly number[]): Range[] {
  let next = first;
  return extra.map((extraBits, index) => {
    const range = { symbol: symbol + index, first: next, extraBits };
    next += 1 << extraBits;
    return range;
  });
}

const rangeOf = (ranges: readonly Range[], value: number) => ranges.findLast(({ first }) => first <= value) as Range;

/** The longest match has a symbol of its own. */
const longest: Range = { symbol: 285, first: maxMatch, extraBits: 0 };
const rangesByLength = Array.from({ length: maxMatch + 1 }, (_, length) =>
  length === maxMatch ? longest : rangeOf(lengths, Math.max(length, minMatch)),
);

function writeMatch(bits: BitWriter, length: number, distance: number): void {
  const ofLength = rangesByLength[length] as Range;
  if (ofLength.symbol < 280) bits.write(reversed(ofLength.symbol - 256, 7), 7);
  else bits.write(reversed(0xc0 + ofLength.symbol - 280, 8), 8);
  bits.write(length - ofLength.first, ofLength.extraBits);
  const ofDistance = rangeOf(distances, distance);
  bits.write(reversed(ofDistance.symbol, 5), 5);
  bits.write(distance - ofDistance.first, ofDistance.extraBits);
}

function adler32(data: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < data.length; ) {
    // As many bytes as 32 bits hold without a remainder.
    for (const end = Math.min(data.length, at + 3_800); at < end; at++) {
      a += data[at] as number;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}
