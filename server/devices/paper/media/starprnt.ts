// A paper as StarPRNT, the commands of Star's printers: pictures and cuts, no text.
import { bandsOf, type CutRows, cutPieces } from '../sheet/split-paper.ts';

const [esc, gs] = [0x1b, 0x1d];
const bandRows = 240;

/** Some printers print the `@` of a reset (ESC @). A picture only depends on where lines stand: ESC GS a 0, left. */
const begin = Uint8Array.of(esc, gs, 0x61, 0);

export function encodeStarPrnt(paper: CutRows): Uint8Array {
  const pieces = cutPieces(paper).flatMap((piece) => [
    ...bandsOf(piece, bandRows).flatMap((band) => [raster(band), band.rows]),
    // ESC d '3' feeds to the knife and cuts; ESC a 4 feeds four lines.
    piece.isCut ? Uint8Array.of(esc, 0x64, 0x33) : Uint8Array.of(esc, 0x61, 4),
  ]);
  return Buffer.concat([begin, ...pieces]);
}

/** ESC GS S: one tone, bytes of a row and rows (low byte first), black. */
const raster = ({ width, height }: CutRows) =>
  Uint8Array.of(esc, gs, 0x53, 1, (width / 8) & 0xff, (width / 8) >> 8, height & 0xff, height >> 8, 0);
