// Divides a long paper for printers that limit the height of a picture.
import type { DotRows } from './rasterize.ts';

/** A paper with the rows before which it is cut, and the first rows of its lines. */
export interface CutRows extends DotRows {
  cuts: readonly number[];
  starts: readonly number[];
}

/**
 * Parts of at most `maxHeight` rows, which together are the paper. A part ends before a line, and inside of one only if
 * that line is higher than a part, as a code may be.
 */
export function splitPaper(paper: CutRows, maxHeight: number): CutRows[] {
  const parts: CutRows[] = [];
  for (let top = 0; top < paper.height; ) {
    const limit = top + maxHeight;
    const lastStart = paper.starts.findLast((start) => start > top && start <= limit);
    const bottom = limit >= paper.height ? paper.height : (lastStart ?? limit);
    parts.push(sliceRows(paper, top, bottom));
    top = bottom;
  }
  return parts;
}

/** The rows from `top` to before `bottom`. A cut between two parts belongs to the first. */
export function sliceRows(paper: CutRows, top: number, bottom: number): CutRows {
  const stride = paper.width / 8;
  const inside = (rows: readonly number[], from: number, to: number) =>
    rows.filter((row) => row >= from && row < to).map((row) => row - top);
  return {
    rows: paper.rows.subarray(top * stride, bottom * stride),
    width: paper.width,
    height: bottom - top,
    cuts: inside(paper.cuts, top + 1, bottom + 1),
    starts: inside(paper.starts, top, bottom),
  };
}

/** The pieces of paper between the cuts, and whether each is cut at its end. */
export function cutPieces(paper: CutRows): (CutRows & { isCut: boolean })[] {
  const ends = [...new Set([...paper.cuts, paper.height])];
  return ends
    .map((bottom, index) => ({ top: ends[index - 1] ?? 0, bottom }))
    .map(({ top, bottom }) => ({ ...sliceRows(paper, top, bottom), isCut: paper.cuts.includes(bottom) }));
}

/** Pieces of so many rows, for printers that read a picture band by band. */
export function bandsOf(paper: CutRows, rows: number): CutRows[] {
  return Array.from({ length: Math.ceil(paper.height / rows) }, (_, index) =>
    sliceRows(paper, index * rows, Math.min(paper.height, (index + 1) * rows)),
  );
}
