// A paper as PWG Raster (PWG 5102.4), which every IPP Everywhere printer reads: each piece between cuts is a page.
import { type CutRows, cutPieces } from '../sheet/split-paper.ts';

const dotsPerInch = 203;
const pointsPerInch = 72;
const headLength = 1_796;
/** Values of CutMedia. */
const cut = { never: 0, afterPage: 4 };
/** ColorSpace of one bit where 1 is black. */
const black = 3;

export function encodePwg(paper: CutRows): Uint8Array {
  const pieces = cutPieces(paper);
  const pages = pieces.flatMap((piece) => [headOf(piece, piece.isCut, pieces.length), compress(piece)]);
  return Buffer.concat([Buffer.from('RaS2', 'latin1'), ...pages]);
}

/** Section 4.3: numbers of four bytes, high byte first; all others are 0. */
function headOf({ width, height }: CutRows, isCut: boolean, pageCount: number): Uint8Array {
  const head = Buffer.alloc(headLength);
  const points = (dots: number) => Math.round((dots * pointsPerInch) / dotsPerInch);
  const millimetres = (dots: number) => Math.round((dots * 25.4) / dotsPerInch);
  const numbers: Record<number, number> = {
    268: isCut ? cut.afterPage : cut.never,
    276: dotsPerInch,
    280: dotsPerInch,
    // NumCopies.
    340: 1,
    352: points(width),
    356: points(height),
    372: width,
    376: height,
    // BitsPerColor, BitsPerPixel, BytesPerLine.
    384: 1,
    388: 1,
    392: width / 8,
    400: black,
    // NumColors, TotalPageCount, CrossFeedTransform, FeedTransform.
    420: 1,
    452: pageCount,
    456: 1,
    460: 1,
    // ImageBoxRight, ImageBoxBottom.
    472: width,
    476: height,
  };
  for (const [at, number] of Object.entries(numbers)) head.writeUInt32BE(number, Number(at));
  head.write('PwgRaster', 0, 'latin1');
  head.write(`custom_paper_${millimetres(width)}x${millimetres(height)}mm`, 1_732, 'latin1');
  return head;
}

/** Section 4.4: how often a row repeats, then its runs and literals of at most 128 bytes. */
function compress({ rows, width, height }: CutRows): Uint8Array {
  const stride = width / 8;
  const packed: number[] = [];
  for (let y = 0; y < height; ) {
    const row = rows.subarray(y * stride, (y + 1) * stride);
    let repeats = 1;
    while (repeats < 256 && y + repeats < height && isSameRow(rows, y, y + repeats, stride)) repeats++;
    packed.push(repeats - 1);
    packRow(row, packed);
    y += repeats;
  }
  return Uint8Array.from(packed);
}

function isSameRow(rows: Uint8Array, first: number, second: number, stride: number): boolean {
  for (let x = 0; x < stride; x++) if (rows[first * stride + x] !== rows[second * stride + x]) return false;
  return true;
}

function packRow(row: Uint8Array, packed: number[]): void {
  for (let at = 0; at < row.length; ) {
    const run = runLength(row, at);
    if (run > 1) {
      packed.push(run - 1, row[at] as number);
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < row.length && end - at < 128 && runLength(row, end) === 1) end++;
    // A single byte is a run of one: 256 would be no number of literals.
    packed.push(end - at === 1 ? 0 : 257 - (end - at), ...row.subarray(at, end));
    at = end;
  }
}

function runLength(row: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < row.length && end - at < 128 && row[end] === row[at]) end++;
  return end - at;
}
