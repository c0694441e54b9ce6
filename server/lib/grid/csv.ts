// Writes lists as CSV (RFC 4180) in which spreadsheets evaluate no formulas.

/** Returns one line. Text that a spreadsheet would take for a formula is marked as text. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => quoted(plain(cell))).join(',')}\r\n`;
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
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
