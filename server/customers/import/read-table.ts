// Reads the rows of a table in text: its separator, the line of its headings, and rows with quotes that are not closed.
import { type Options, parse } from 'csv-parse/sync';
import { invalid } from '#server/lib/refusal.ts';
import type { FileRow } from './file-row.ts';

export interface TableRows {
  separator: string;
  /** All rows, those above the headings included. */
  rows: FileRow[];
}

const separators = [',', ';', '\t', '|'];
/** Lines in which separators are counted. */
const maxSampled = 100;
/** Characters at the beginning of a file. */
const maxHead = 200_000;
/** Lines of one row: its notes can have line breaks. */
const maxSpan = 200;
/** Of a file whose quotes are out of place. */
const maxLines = 200_000;
/** A row of so many lines that look like rows themselves has a quote that is not closed. */
const minSwallowed = 10;

export function readTable(text: string): TableRows {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  // Spreadsheets read the separator from such a line. It stays as an empty one: the numbers of lines do not change.
  const [declaration, declared] = /^"?sep=(.)"?(?=\n)/i.exec(lines) ?? [];
  const body = declaration ? lines.slice(declaration.length) : lines;
  const separator = declared ?? separatorOf(body);
  const rows =
    strictRows(body, separator) ??
    // Databases write quotes within a text so.
    (body.includes('\\"') ? strictRows(body, separator, { escape: '\\' }) : undefined) ??
    repairedRows(body, separator);
  const inner = withinQuotes(rows);
  return inner === undefined ? { separator, rows } : readTable(inner);
}

/** Programs put quotes around whole lines: each is one cell, whose text is a row. Undefined for other tables. */
function withinQuotes(rows: readonly FileRow[]): string | undefined {
  const texts = rows.map(({ cells }) => cells[0] ?? '');
  const isWhole = rows.every(({ cells, isBroken }) => cells.length === 1 && !isBroken) && rows.length > 1;
  const counts = separators.map((separator) => texts.every((text) => text.includes(separator)));
  return isWhole && counts.includes(true) ? texts.map((text) => text.replaceAll('\n', ' ')).join('\n') : undefined;
}

/** The separator that gives most lines the same number of cells. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, maxHead)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split('\n', maxSampled)
    .filter((line) => line.trim() !== '');
  const scored = separators.map((separator) => {
    const [count, times] = mostFrequent(lines.map((line) => line.split(separator).length - 1).filter(Boolean));
    // A comma in a text has a space behind it.
    const isSpaced = lines.some((line) => line.includes(`${separator} `));
    return { separator, score: (times / lines.length) * Math.log2(count + 1) - (isSpaced ? 0.01 : 0) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}

/** The most frequent number and how often it occurs. */
function mostFrequent(numbers: readonly number[]): [value: number, times: number] {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
}

function parsed(
  text: string,
  separator: string,
  options: Options = {},
): { record: string[]; info: { lines: number } }[] {
  return parse(text, {
    delimiter: separator,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    info: true,
    ...options,
  }) as unknown as { record: string[]; info: { lines: number } }[];
}

/** Undefined when a quote is out of place anywhere. */
function strictRows(text: string, separator: string, options?: Options): FileRow[] | undefined {
  try {
    const rows = parsed(text, separator, options).map(({ record, info }) => ({
      // `lines` is the last line of the record: a record with line breaks begins earlier.
      line: info.lines - breaksIn(record),
      cells: record,
    }));
    const [width] = mostFrequent(rows.map(({ cells }) => cells.length));
    return rows.some(({ cells }) => hasSwallowed(cells, separator, width)) ? undefined : rows;
  } catch {
    return undefined;
  }
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

/** Whether a cell holds rows of the table. */
function hasSwallowed(cells: readonly string[], separator: string, width: number): boolean {
  const span = breaksIn(cells);
  if (span < minSwallowed) return span > 0 && cells.length > width;
  const alike = cells.flatMap((cell) => cell.split('\n')).filter((line) => line.split(separator).length === width);
  return span > maxSpan || alike.length > span / 2;
}

/** Reads row by row: one with a quote out of place is read with its quotes as they are, or reported as broken. */
function repairedRows(text: string, separator: string): FileRow[] {
  const lines = text.split('\n');
  if (lines.length > maxLines) throw invalid('File', 'customers.importNoTable');
  const isOdd = lines.map((line) => line.split('"').length % 2 === 0);
  const [width] = mostFrequent(lines.slice(0, maxSampled).map((line) => line.split(separator).length));
  const rows: FileRow[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const end = endOf(isOdd, at);
    const whole = end === undefined ? undefined : rowIn(lines.slice(at, end).join('\n'), separator);
    const isWhole = whole && !hasSwallowed(whole, separator, width);
    const cells = isWhole ? whole : isOdd[at] ? undefined : rowIn(line, separator, { quote: null });
    if (!cells) rows.push({ line: at + 1, cells: [line.trim()], isBroken: true });
    else if (cells.some((cell) => cell !== '')) rows.push({ line: at + 1, cells });
    at = isWhole && end !== undefined ? end : at + 1;
  }
  return rows;
}

/** The line after the one where the quotes of a row are closed; undefined when they stay open. */
function endOf(isOdd: readonly boolean[], start: number): number | undefined {
  let isOpen = false;
  for (let at = start; at < Math.min(isOdd.length, start + maxSpan); at++) {
    if (isOdd[at]) isOpen = !isOpen;
    if (!isOpen) return at + 1;
  }
  return undefined;
}

function rowIn(text: string, separator: string, options?: Options): string[] | undefined {
  try {
    const rows = parsed(text, separator, options);
    return rows.length > 1 ? undefined : (rows[0]?.record ?? []);
  } catch {
    return undefined;
  }
}
