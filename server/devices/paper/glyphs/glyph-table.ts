// The drawn letters of one weight: 12 x 24 dots each, by code point.

export const glyphWidth = 12;
export const glyphHeight = 24;

/** The rows of each letter, the leftmost dot in the highest of 12 bits. */
export type GlyphTable = Map<number, Uint16Array>;

/** The count, the code points, then the rows of all letters: numbers of 16 bits, low byte first. */
export function packGlyphs(table: GlyphTable): Uint8Array {
  const numbers = [table.size, ...table.keys(), ...[...table.values()].flatMap((rows) => [...rows])];
  const packed = new DataView(new ArrayBuffer(numbers.length * 2));
  for (const [index, number] of numbers.entries()) packed.setUint16(index * 2, number, true);
  return new Uint8Array(packed.buffer);
}

export function unpackGlyphs(packed: Uint8Array): GlyphTable {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = view.getUint16(0, true);
  const numberAt = (index: number) => view.getUint16(index * 2, true);
  return new Map(
    Array.from({ length: count }, (_, index) => [
      numberAt(1 + index),
      Uint16Array.from({ length: glyphHeight }, (_, row) => numberAt(1 + count + index * glyphHeight + row)),
    ]),
  );
}
