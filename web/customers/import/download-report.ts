// Saves the results of an import as a CSV file.
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

export function formatReasons(reasons: readonly ImportAnswer['problems'][number]['reasons'][number][]): string {
  return reasons.map((reason) => i18next.t(`customers.reason.${reason}`)).join(', ');
}
