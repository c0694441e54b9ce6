// Lays out `left | right`: the right column stands on the first line of the left one, and neither is ever cut short.
import { splitWords, wrapText } from './wrap-text.ts';

export interface ColumnPart {
  column: number;
  codes: readonly number[];
  isRight: boolean;
}

/** Letters between the columns. */
const gap = 2;
/** A left column that is narrower reads badly: the right one then takes lines of its own. */
const minLeft = 10;
/** How far the further lines of a left column are moved in, so that rows stay apart. */
const indent = 2;

type Codes = readonly number[];

/** The parts of each line, of `columns` letters. The paragraphs of each side are those of its value. */
export function layoutColumns(left: readonly Codes[], right: readonly Codes[], columns: number): ColumnPart[][] {
  const widest = Math.max(...right.map((codes) => codes.length));
  const needed = Math.max(...left.map((codes) => codes.length));
  const leftWidth = widest === 0 ? columns : columns - widest - (needed + widest + 1 === columns ? 1 : gap);
  if (fitsBeside(left, leftWidth)) return join(wrapLeft(left, leftWidth), right);
  // Below each other; a right column that is too wide even so wraps, and still stands at the right.
  return join(wrapLeft(left, columns), []).concat(
    right.flatMap((codes) => wrapText(codes, columns)).map((codes) => [{ column: 0, codes, isRight: true }]),
  );
}

function fitsBeside(left: readonly Codes[], width: number): boolean {
  const needed = Math.max(...left.map((codes) => codes.length));
  if (needed <= width) return true;
  const longestWord = Math.max(...left.flatMap((codes) => splitWords(codes).map((word) => word.length)));
  return width >= minLeft && longestWord <= width - indent;
}

function wrapLeft(left: readonly Codes[], width: number): ColumnPart[] {
  return left.flatMap((codes) =>
    wrapText(codes, width, width - indent).map((line, index) => ({
      column: index > 0 ? indent : 0,
      codes: line,
      isRight: false,
    })),
  );
}

function join(left: readonly ColumnPart[], right: readonly Codes[]): ColumnPart[][] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [ofLeft, codes = []] = [left[index], right[index]];
    return [...(ofLeft?.codes.length ? [ofLeft] : []), ...(codes.length ? [{ column: 0, codes, isRight: true }] : [])];
  });
}
