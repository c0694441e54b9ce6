import type { FileRow } from './file-row.ts';

export interface FileSheet {
  name: string;
  rows: FileRow[];
}

/** Rows among which the headings are looked for. */
const maxHeads = 15;

/** Returns the sheet with this name, else the one with the most known headings, of several the first. */
export function chooseSheet(
  sheets: readonly FileSheet[],
  wanted: string | undefined,
  countKnown: (cells: readonly string[]) => number,
): FileSheet | undefined {
  const known = ({ rows }: FileSheet) => Math.max(0, ...rows.slice(0, maxHeads).map(({ cells }) => countKnown(cells)));
  // A sheet of one row has nothing below its headings.
  const rank = (one: FileSheet) => (one.rows.length > 1 ? 1 + known(one) : 0);
  const best = sheets.reduce<FileSheet | undefined>((a, b) => (a && rank(a) >= rank(b) ? a : b), undefined);
  return sheets.find(({ name }) => name === wanted) ?? best;
}
