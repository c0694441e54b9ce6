// Prints a laid out paper into rows of dots.
import { glyphHeight, glyphWidth } from '../glyphs/glyph-table.ts';
import { glyphOf, largeGlyphOf } from '../glyphs/glyphs.ts';
import { type PaperSheet, type PlacedPart, ruleHeight, ruleOffset, textOffset } from './layout.ts';

/** One bit for each dot, set where the paper is black; the leftmost dot in the highest bit, rows in whole bytes. */
export interface DotRows {
  rows: Uint8Array;
  width: number;
  height: number;
}

export function rasterize(sheet: Pick<PaperSheet, 'width' | 'height' | 'placed'>): DotRows {
  const { width, height, placed } = sheet;
  const stride = width / 8;
  const rows = new Uint8Array(stride * height);
  for (const part of placed) {
    if (part.form === 'rule') {
      const first = (part.y + ruleOffset) * stride;
      rows.fill(0xff, first, first + ruleHeight * stride);
    } else if (part.form === 'qr') printCode(rows, stride, part);
    else printText(rows, stride, part);
  }
  return { rows, width, height };
}

function printText(rows: Uint8Array, stride: number, { y, large, runs }: Extract<PlacedPart, { form: 'text' }>): void {
  const top = y + (large ? textOffset.large : textOffset.normal);
  const [width, height] = large ? [glyphWidth * 2, glyphHeight * 2] : [glyphWidth, glyphHeight];
  for (const { x, codes, weight } of runs) {
    for (const [index, code] of codes.entries()) {
      const glyph = large ? largeGlyphOf(code, weight) : glyphOf(code, weight);
      printGlyph(rows, stride, { x: x + index * width, top, width, height, glyph });
    }
  }
}

interface PlacedGlyph {
  x: number;
  top: number;
  width: number;
  height: number;
  glyph: Uint16Array | Uint32Array;
}

/** 24 bits and a shift of up to 7 reach over four bytes. */
function printGlyph(rows: Uint8Array, stride: number, { x, top, width, height, glyph }: PlacedGlyph): void {
  const shift = 32 - width - (x & 7);
  let at = top * stride + (x >> 3);
  for (let y = 0; y < height; y++, at += stride) {
    const bits = (glyph[y] as number) << shift;
    if (bits === 0) continue;
    rows[at] = (rows[at] as number) | (bits >>> 24);
    rows[at + 1] = (rows[at + 1] as number) | ((bits >>> 16) & 0xff);
    if ((bits & 0xffff) === 0) continue;
    rows[at + 2] = (rows[at + 2] as number) | ((bits >>> 8) & 0xff);
    rows[at + 3] = (rows[at + 3] as number) | (bits & 0xff);
  }
}

function printCode(rows: Uint8Array, stride: number, part: Extract<PlacedPart, { form: 'qr' }>): void {
  const { x, y, squares, dots } = part;
  for (const [line, row] of squares.entries()) {
    const printed = new Uint8Array(stride);
    for (const [index, isDark] of row.entries()) {
      if (!isDark) continue;
      for (let dot = x + index * dots; dot < x + (index + 1) * dots; dot++) {
        printed[dot >> 3] = (printed[dot >> 3] as number) | (0x80 >> (dot & 7));
      }
    }
    for (let copy = 0; copy < dots; copy++) rows.set(printed, (y + (line + 4) * dots + copy) * stride);
  }
}
