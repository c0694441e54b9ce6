// Stores what became of the rows of an import, and the rows that need a hand, as CSV files.
import i18next from 'i18next';
import type { ImportAnswer } from '#contract/customers/import.ts';
import { saveCsv } from '#web/lib/save-csv.ts';

/** Saves the result of each row. */
export function downloadReport({ report, problems }: ImportAnswer): void {
  const reasons = new Map(problems.map(({ line, reasons }) => [line, reasons]));
  const head = ['customers.line', 'customers.resultHead', 'customers.reasonHead', 'customers.nameHead'] as const;
  saveCsv('import', [
    head.map((key) => i18next.t(key)),
    ...report.map(({ line, result, name }) => [
      line,
      i18next.t(`customers.result.${result}`),
      importReasonsIn(reasons.get(line) ?? []),
      name,
    ]),
  ]);
}

/** The rows that were left out or lack a value, as the file has them: they are mended and imported again. */
export function downloadRowsToMend({ columns, problems }: ImportAnswer): void {
  saveCsv('to-mend', [
    [...columns.map(({ title }) => title), i18next.t('customers.reasonHead')],
    ...problems.map(({ cells, reasons }) => [
      ...columns.map((_, index) => cells[index] ?? ''),
      importReasonsIn(reasons),
    ]),
  ]);
}

export function importReasonsIn(reasons: ImportAnswer['problems'][number]['reasons']): string {
  return reasons.map((reason) => i18next.t(`customers.reason.${reason}`)).join(', ');
}
