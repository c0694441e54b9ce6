// Saves a table as CSV (RFC 4180) in which spreadsheets evaluate no formulas.

/** Dates as `YYYY-MM-DD`, numbers with a point. */
export function saveCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  // Firefox reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
