// The letters of paper in both weights and sizes, and the texts that they can print.
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { type GlyphTable, glyphHeight, glyphWidth, unpackGlyphs } from './glyph-table.ts';

export type Weight = 'regular' | 'bold';

/** Stands for a letter that the table does not have, and is printed as a box. */
export const boxCode = 0;
const space = 0x20;
const noBreakSpace = 0xa0;

// Half a megabyte, read for the first paper.
let loaded: Record<Weight, GlyphTable> | undefined;

function tables(): Record<Weight, GlyphTable> {
  loaded ??= { regular: read('regular'), bold: read('bold') };
  return loaded;
}

function read(weight: Weight): GlyphTable {
  const table = unpackGlyphs(zstdDecompressSync(readFileSync(new URL(`${weight}.gen.zst`, import.meta.url))));
  const stroke = weight === 'bold' ? 2 : 1;
  return table.set(boxCode, boxOf(stroke)).set(space, blank).set(noBreakSpace, blank);
}

const blank = new Uint16Array(glyphHeight);

/** As high as a capital. */
function boxOf(stroke: number): Uint16Array {
  const [top, bottom] = [4, 19];
  const full = 0b011111111110;
  const sides = stroke === 1 ? 0b010000000010 : 0b011000000110;
  return Uint16Array.from({ length: glyphHeight }, (_, y) => {
    if (y < top || y >= bottom) return 0;
    return y < top + stroke || y >= bottom - stroke ? full : sides;
  });
}

/** The rows of a letter, 12 bits each. */
export const glyphOf = (code: number, weight: Weight): Uint16Array =>
  tables()[weight].get(code) ?? (tables()[weight].get(boxCode) as Uint16Array);

const doubled: Record<Weight, Map<number, Uint32Array>> = { regular: new Map(), bold: new Map() };

/** The rows of a letter twice as large, 24 bits each. */
export function largeGlyphOf(code: number, weight: Weight): Uint32Array {
  let rows = doubled[weight].get(code);
  if (!rows) {
    rows = double(glyphOf(code, weight));
    doubled[weight].set(code, rows);
  }
  return rows;
}

/** Doubles each dot, and rounds the steps of slanted strokes (the EPX rule). */
function double(rows: Uint16Array): Uint32Array {
  const isSet = (x: number, y: number) => ((rows[y] ?? 0) >> (glyphWidth - 1 - x)) & 1;
  const large = new Uint32Array(glyphHeight * 2);
  for (let y = 0; y < glyphHeight; y++) {
    for (let x = 0; x < glyphWidth; x++) {
      const dot = isSet(x, y);
      const [above, left, right, below] = [isSet(x, y - 1), isSet(x - 1, y), isSet(x + 1, y), isSet(x, y + 1)];
      const isStep = above !== below && left !== right;
      const upper = ((isStep && left === above ? left : dot) << 1) | (isStep && above === right ? right : dot);
      const lower = ((isStep && left === below ? left : dot) << 1) | (isStep && below === right ? right : dot);
      const shift = (glyphWidth - 1 - x) * 2;
      large[y * 2] = (large[y * 2] ?? 0) | (upper << shift);
      large[y * 2 + 1] = (large[y * 2 + 1] ?? 0) | (lower << shift);
    }
  }
  return large;
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The codes of the letters of a text, one for each place on the line. Adds those that are boxes to `missing`. */
export function codesOf(text: string, missing: Set<string>): number[] {
  const table = tables().regular;
  const codes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? boxCode;
    if (code === boxCode || !table.has(code)) return codesOfLetters(text, missing);
    codes.push(code);
  }
  return codes;
}

/** A letter with its marks, or an emoji of several parts, is one box. */
function codesOfLetters(text: string, missing: Set<string>): number[] {
  const table = tables().regular;
  return Array.from(letters.segment(text), ({ segment }) => {
    const plain = segment.replaceAll(/[\u200d\ufe00-\ufe0f]/g, '');
    const [code = boxCode, ...marks] = Array.from(plain, (part) => part.codePointAt(0) ?? boxCode);
    if (plain === '') return [];
    if (marks.length === 0 && code !== boxCode && table.has(code)) return [code];
    missing.add(segment);
    return [boxCode];
  }).flat();
}
