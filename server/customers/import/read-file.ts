// Reads the rows of a file with customers: a table in text, in HTML or XML, a workbook or vCards.
import { type ImportField, maxImportColumns } from '#contract/customers/import.ts';
import { invalid } from '#server/lib/refusal.ts';
import { chooseSheet, type FileSheet } from './choose-sheet.ts';
import { type Decoded, decode } from './decode.ts';
import type { FileRow } from './file-row.ts';
import { readCards } from './read-cards.ts';
import { charsetOfMarkup, isMarkup, readMarkup } from './read-markup.ts';
import { readTable } from './read-table.ts';
import { isWorkbook, readSheets } from './read-workbook.ts';
import { countKnown as countKnownOfCustomers } from './suggest-fields.ts';

export interface ReadFile {
  /** `xls`: a table in HTML or XML, which programs name so. */
  format: 'csv' | 'xlsx' | 'xls' | 'vcard';
  charset: string;
  charsets: Decoded['charsets'];
  separator: string;
  /** Of a workbook: its sheets, and the one that was read; empty where they have no names. */
  sheetNames: string[];
  sheet: string;
  /** The line of the headings; 0 without. */
  headerLine: number;
  firstLines: { line: number; text: string }[];
  /** The headings of the columns; empty without. */
  titles: string[];
  rows: FileRow[];
  /** The meanings of the columns, where the format says them. */
  fields?: ImportField[];
}

export interface ReadOptions {
  /** The likely languages of the file. */
  languages: readonly string[];
  charset?: string | undefined;
  headerLine?: number | undefined;
  sheet?: string | undefined;
  /** How many of the cells of a line are headings; by default, of a table of customers. */
  countKnown?: ((cells: readonly string[]) => number) | undefined;
}

/** How a file without text and headings was read. */
export const noText = {
  ...{ charset: '', charsets: [], separator: '', sheetNames: [], sheet: '', headerLine: 0 },
  firstLines: [],
} satisfies Partial<ReadFile>;

/** Lines among which the headings are found, and their length. */
const maxHeads = 15;
const maxHead = 120;

/** Throws 417 with Key `File` for a file that is none of these. */
export async function readFile(bytes: Buffer, options: ReadOptions): Promise<ReadFile> {
  if (isWorkbook(bytes)) return { ...noText, format: 'xlsx', ...chosen(await readSheets(bytes), options) };
  // The workbooks of before 2007.
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') throw invalid('File', 'customers.importOldWorkbook');
  const { text, charset, charsets } = decode(bytes, options.languages, options.charset ?? charsetOfMarkup(bytes));
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(text)) {
    // Values of cards can name encodings of their own: their bytes are needed, which UTF-16 has twice.
    const cards = charset.startsWith('utf') ? readCards(Buffer.from(text), 'utf-8') : readCards(bytes, charset);
    return { ...noText, format: 'vcard', charset, charsets, ...cards };
  }
  // Text has no such characters; a picture has.
  if (text.includes('\0')) throw invalid('File', 'customers.importNoTable');
  if (isMarkup(text)) return { ...noText, format: 'xls', charset, charsets, ...chosen(readMarkup(text), options) };
  const { separator, rows } = readTable(text);
  return { ...noText, format: 'csv', charset, charsets, separator, ...headed(rows, options) };
}

/** Reads one of the sheets, or of the tables of a page, which have no names. */
function chosen(sheets: readonly FileSheet[], options: ReadOptions) {
  const sheet = chooseSheet(sheets, options.sheet, options.countKnown ?? countKnownOfCustomers);
  if (!sheet) throw invalid('File', 'customers.importNoTable');
  const sheetNames = sheets.map(({ name }) => name).filter(Boolean);
  return { sheetNames, sheet: sheet.name, ...headed(sheet.rows, options) };
}

type Headed = Pick<ReadFile, 'headerLine' | 'firstLines' | 'titles' | 'rows'>;

/** Separates the headings from what stands above and below them. */
function headed(rows: readonly FileRow[], { headerLine, countKnown = countKnownOfCustomers }: ReadOptions): Headed {
  const first = rows.slice(0, maxHeads);
  const line = headerLine ?? headLineOf(first, countKnown);
  const head = rows.find((row) => row.line === line);
  const below = rows.filter((row) => row.line > line);
  if (below.length === 0) throw invalid('File', 'customers.importEmpty');
  const width = widthOf(head ? [head, ...below] : below);
  const narrow = (row: FileRow): FileRow => ({ ...row, cells: row.cells.slice(0, width) });
  return {
    headerLine: head ? line : 0,
    firstLines: first.map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(' · ').slice(0, maxHead) })),
    titles: Array.from({ length: width }, (_, column) => head?.cells[column] ?? ''),
    rows: (head ? below : rows).map(narrow),
  };
}

/** Spreadsheets save empty columns on the right. */
function widthOf(rows: readonly FileRow[]): number {
  const widths = rows.map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1);
  return Math.min(
    maxImportColumns,
    widths.reduce((most, one) => Math.max(most, one), 0),
  );
}

/** The first of the lines with the most known headings; 0 for a table that begins with values. */
function headLineOf(rows: readonly FileRow[], countKnown: (cells: readonly string[]) => number): number {
  // The last line has nothing below it.
  const known = rows.map(({ cells }, index) => (index > 0 && index === rows.length - 1 ? 0 : countKnown(cells)));
  const most = Math.max(...known);
  if (most > 0) return rows[known.indexOf(most)]?.line ?? 0;
  // Above a table, a title has one cell.
  const first = rows.find(({ cells }) => cells.filter(Boolean).length > 1) ?? rows[0];
  return first?.cells.some((cell) => isValue.some((pattern) => pattern.test(cell))) ? 0 : (first?.line ?? 0);
}

/** Addresses, phone numbers, amounts and lengths are no headings. */
const isValue = [
  /^\S+@\S+\.\S+$/,
  /^\+?[\d ()-]{8,}$/,
  /^(?:\p{Sc}|\p{L}{2,4})?\s?\d{1,6}(?:[.,:]\d{0,2}-?)?\s?(?:\p{Sc}|\p{L}{1,4}\.?|['′])?$/u,
];
