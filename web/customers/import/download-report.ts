// Stores the rows that an import left out as a CSV file.
import i18next from 'i18next';
import type { ImportAnswer } from '#contract/customers/import.ts';

export function downloadReport(leftOut: ImportAnswer['leftOut']): void {
  const head = ['customers.line', 'customers.reasonHead', 'customers.rowText'] as const;
  const lines = [
    head.map((key) => i18next.t(key)),
    ...leftOut.map(({ line, reason, text }) => [String(line), i18next.t(`customers.reason.${reason}`), text]),
  ];
  const csv = lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  // Marked as UTF-8 for spreadsheets.
  const address = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'left-out.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Spreadsheets evaluate no formula that is marked as text. */
function quoted(cell: string): string {
  return `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
}
