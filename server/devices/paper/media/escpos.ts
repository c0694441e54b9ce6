// A paper as ESC/POS, the commands of Epson's printers that most others understand: pictures and cuts, no text.
import { bandsOf, type CutRows, cutPieces } from '../sheet/split-paper.ts';

const [esc, gs] = [0x1b, 0x1d];
/** Rows of one picture: small printers keep a whole one in memory. */
const bandRows = 240;

/** Begins with a reset (ESC @): no setting of another program changes the paper. */
export function encodeEscPos(paper: CutRows): Uint8Array {
  const pieces = cutPieces(paper).flatMap((piece) => [
    ...bandsOf(piece, bandRows).flatMap((band) => [raster(band), band.rows]),
    // GS V 66 0 feeds to the knife and cuts; ESC d 4 feeds four lines, to where the paper is torn off.
    piece.isCut ? Uint8Array.of(gs, 0x56, 66, 0) : Uint8Array.of(esc, 0x64, 4),
  ]);
  return Buffer.concat([Uint8Array.of(esc, 0x40), ...pieces]);
}

/** GS v 0: bytes of a row and rows, low byte first. */
const raster = ({ width, height }: CutRows) =>
  Uint8Array.of(gs, 0x76, 0x30, 0, (width / 8) & 0xff, (width / 8) >> 8, height & 0xff, height >> 8);
