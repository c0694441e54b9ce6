// Writes lists as CSV (RFC 4180) that the reader's spreadsheet opens in columns, and in which it evaluates no formulas.

/** The signs that spreadsheets of a language expect: a decimal comma leaves the semicolon to separate cells. */
export interface CsvStyle {
  decimal: string;
  separator: ',' | ';';
}

/** Returns one line. Text that a spreadsheet would take for a formula is marked as text. */
export function csvLine(cells: readonly unknown[], { decimal, separator }: CsvStyle): string {
  const text = (cell: unknown) => (typeof cell === 'number' ? String(cell).replace('.', decimal) : quoted(plain(cell)));
  return `${cells.map(text).join(separator)}\r\n`;
}

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';

/** The text of a cell: arrays joined, empty for null, times as spreadsheets read them, formulas disarmed. */
export function plain(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Temporal.PlainDateTime) return cell.toString().replace('T', ' ');
  if (typeof cell !== 'string') return Array.isArray(cell) ? plain(cell.join(', ')) : String(cell);
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
