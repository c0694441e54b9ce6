// Places the lines of a paper: every letter, rule and code gets its dots.
import { invalid } from '#server/lib/refusal.ts';
import { codesOf, type Weight } from '../glyphs/glyphs.ts';
import { paperLimits } from '../template/limits.ts';
import type { PaperCell, PaperLine, TextLine } from '../template/line-forms.ts';
import { layoutColumns } from './layout-columns.ts';
import { codeSquares, type Squares } from './qr-squares.ts';
import { wrapEvenly, wrapText } from './wrap-text.ts';

/** Dots across the paper: 58 mm and 80 mm wide rolls of printers with 203 dots an inch. */
export type PaperWidth = 384 | 576;

export interface TextRun {
  x: number;
  codes: readonly number[];
  weight: Weight;
}

/** A part of the paper that is never divided; `y` is its first row. */
export type PlacedPart = { y: number; height: number } & (
  | { form: 'text'; large: boolean; runs: readonly TextRun[] }
  | { form: 'rule' }
  | { form: 'qr'; x: number; squares: Squares; dots: number }
);

export interface PaperSheet {
  width: PaperWidth;
  height: number;
  placed: readonly PlacedPart[];
  /** Rows before which the paper is cut. */
  cuts: readonly number[];
  /** Letters that are boxes, each once. */
  missingLetters: readonly string[];
}

/** Rows of 1/8 mm. Letters have room of their own: 4 above capitals, 5 below the baseline. */
const rows = { line: 30, large: 56, blank: 16, rule: 20, top: 8, bottom: 16 } as const;
const maxHeight = paperLimits.printedLines * rows.line;
export const ruleOffset = 7;
export const ruleHeight = 2;
export const textOffset = { normal: 3, large: 4 } as const;
const cellWidth = { normal: 12, large: 24 } as const;
/** About 3.5 cm: phones read it at arm's length. */
const codeWidth = 280;
const maxSquare = 6;
const minSquare = 3;

/** Throws 417 if a code does not fit the paper, or if nothing is on it. */
export function layout(lines: readonly PaperLine[], width: PaperWidth): PaperSheet {
  const missing = new Set<string>();
  const placed: PlacedPart[] = [];
  const cuts: number[] = [];
  let y: number = rows.top;
  const place = (height: number, part: UnplacedPart) => {
    placed.push({ y, height, ...part });
    y += height;
  };
  for (const line of lines) {
    assertFits(y);
    if (line.form === 'blank') y += rows.blank;
    else if (line.form === 'rule') place(rows.rule, { form: 'rule' });
    else if (line.form === 'qr') {
      const code = layoutCode(line.text, width);
      place(code.height, code.part);
    } else if (line.form === 'cut') {
      y += rows.bottom;
      if (placed.length > 0 && cuts.at(-1) !== y) cuts.push(y);
    } else {
      for (const runs of layoutText(line, width, missing)) {
        if (runs.length === 0) y += rows.blank;
        else place(line.large ? rows.large : rows.line, { form: 'text', large: line.large, runs });
      }
    }
  }
  assertFits(y);
  const hasInk = placed.some((part) => part.form === 'qr' || (part.form === 'text' && part.runs.length > 0));
  if (!hasInk) throw invalid('Template', 'paper.problem.noInk');
  const isCutAtEnd = cuts.at(-1) === y;
  return { width, height: isCutAtEnd ? y : y + rows.bottom, placed, cuts, missingLetters: [...missing] };
}

function assertFits(height: number): void {
  if (height > maxHeight) throw invalid('Values', 'paper.problem.paperTooLong', { max: paperLimits.printedLines });
}

type UnplacedPart = PlacedPart extends infer Part
  ? Part extends PlacedPart
    ? Omit<Part, 'y' | 'height'>
    : never
  : never;

/** The runs of each line; none for an empty line inside a value. */
function layoutText(line: TextLine, width: number, missing: Set<string>): TextRun[][] {
  const cell = line.large ? cellWidth.large : cellWidth.normal;
  const columns = Math.floor(width / cell);
  const weightOf = ({ bold }: PaperCell): Weight => (bold ? 'bold' : 'regular');
  const { left, right } = line;
  const paragraphs = left.text.split('\n').map((text) => codesOf(text, missing));
  if (right) {
    const amounts = right.text.split('\n').map((text) => codesOf(text, missing));
    return layoutColumns(paragraphs, amounts, columns).map((parts) =>
      parts.map(({ column, codes, isRight }) => ({
        x: isRight ? width - codes.length * cell : column * cell,
        codes,
        weight: weightOf(isRight ? right : left),
      })),
    );
  }
  return paragraphs
    .flatMap((codes) => (line.centred ? wrapEvenly : wrapText)(codes, columns))
    .map((codes) =>
      codes.length === 0
        ? []
        : [{ x: line.centred ? Math.floor((width - codes.length * cell) / 2) : 0, codes, weight: weightOf(left) }],
    );
}

/** With the empty margin of four squares that readers need. */
function layoutCode(text: string, width: PaperWidth): { height: number; part: UnplacedPart } {
  const squares = codeSquares(text);
  const size = squares.length;
  const fits = (dots: number) => (size + 8) * dots <= width;
  const wanted = Math.min(maxSquare, Math.max(minSquare + 1, Math.floor(codeWidth / size)));
  const dots = [wanted, minSquare].find(fits);
  if (size === 0 || !dots) throw invalid('Values', 'paper.problem.codeTooLong');
  return {
    height: (size + 8) * dots,
    part: { form: 'qr', x: Math.floor((width - size * dots) / 2), squares, dots },
  };
}
