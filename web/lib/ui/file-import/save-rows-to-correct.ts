// Saves rows of an imported file as a CSV file, to correct and import again.
import i18next from 'i18next';
import { saveCsv } from '#web/lib/save-csv.ts';

interface Problem<Reason> {
  reasons: readonly Reason[];
  cells: readonly string[];
}

/** Each row as the file has it, followed by its reasons. */
export function saveRowsToCorrect<Reason>(
  columns: readonly { title: string }[],
  problems: readonly Problem<Reason>[],
  formatReasons: (reasons: readonly Reason[]) => string,
): void {
  saveCsv('to-correct', [
    [...columns.map(({ title }) => title), i18next.t('customers.reasonHead')],
    ...problems.map(({ cells, reasons }) => [...columns.map((_, index) => cells[index] ?? ''), formatReasons(reasons)]),
  ]);
}
