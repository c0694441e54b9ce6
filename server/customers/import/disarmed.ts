// The text of a cell without the marks of spreadsheets.

/** Without those by which exports disarm formulas and keep numbers as texts: `'+371…`, `="+371…"`, `'Anna'`. */
export function disarmed(cell: string): string {
  if (!marks.test(cell)) return cell.trim();
  return cell
    .replace(/^'([^']*)'$/s, '$1')
    .replace(/^'(?=[=+\-@\d])/, '')
    .replace(/^="(.*)"$/s, '$1')
    .trim();
}

const marks = /^[='](?=.)/s;
