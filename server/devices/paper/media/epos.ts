// A paper as the element `epos-print` of Epson's XML: pictures and cuts, no text.
import { bandsOf, type CutRows, cutPieces } from '../sheet/split-paper.ts';

/** Rows of one picture, as few elements as printers take well. */
const bandRows = 720;

export function encodeEpos(paper: CutRows): string {
  const pieces = cutPieces(paper).flatMap((piece) => [
    ...bandsOf(piece, bandRows).map(image),
    piece.isCut ? '<cut type="feed"/>' : '<feed line="4"/>',
  ]);
  return `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">${pieces.join('')}</epos-print>`;
}

const image = ({ rows, width, height }: CutRows) =>
  `<image width="${width}" height="${height}" color="color_1" mode="mono">${Buffer.from(rows).toString('base64')}</image>`;
