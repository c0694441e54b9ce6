// Saves the results of an import, and the rows to correct, as CSV files.
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
      formatReasons(reasons.get(line) ?? []),
      name,
    ]),
  ]);
}

/** Saves the rows that were left out or lack a value as the file has them, to correct and import again. */
export function downloadRowsToCorrect({ columns, problems }: ImportAnswer): void {
  saveCsv('to-correct', [
    [...columns.map(({ title }) => title), i18next.t('customers.reasonHead')],
    ...problems.map(({ cells, reasons }) => [...columns.map((_, index) => cells[index] ?? ''), formatReasons(reasons)]),
  ]);
}

export function formatReasons(reasons: ImportAnswer['problems'][number]['reasons']): string {
  return reasons.map((reason) => i18next.t(`customers.reason.${reason}`)).join(', ');
}
