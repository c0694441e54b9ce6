// The result of an import of services and appointments in numbers, its clashes, and the rows to correct.
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BookingImportAnswer, BookingReason } from '#contract/booking/import.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import classes from '#web/lib/ui/file-import/file-import.module.css';
import { ImportDownload } from '#web/lib/ui/file-import/import-download.tsx';
import { ImportRows } from '#web/lib/ui/file-import/import-rows.tsx';
import { saveRowsToCorrect } from '#web/lib/ui/file-import/save-rows-to-correct.ts';

export function BookingReport({ answer, isDone = false }: { answer: BookingImportAnswer; isDone?: boolean }) {
  const { t } = useTranslation();
  const { counts, problems, clashes, timeZone, columns } = answer;
  const { services, appointments } = counts;
  const lines: [Parameters<typeof countKey>[0], number][] = [
    ['servicesAdded', services.added],
    ['servicesChanged', services.changed],
    ['servicesUnchanged', services.unchanged],
    ['added', appointments.added],
    ['changed', appointments.changed],
    ['unchanged', appointments.unchanged],
    ['kept', services.kept + appointments.kept],
    ['removed', appointments.removed],
    ['customers', counts.customers],
    ['clashes', counts.clashes],
    ['outside', counts.outside],
    ['notComing', counts.notComing],
    ['leftOut', counts.leftOut],
    ['incomplete', counts.incomplete],
  ];
  return (
    <section aria-live="polite">
      <p className={classes.lead}>{t(isDone ? 'customers.importDone' : 'customers.importWill')}</p>
      <ul className={classes.counts}>
        {lines.map(([key, number]) => number > 0 && <li key={key}>{t(countKey(key), { number })}</li>)}
      </ul>
      {!isDone && <p className={classes.quiet}>{t('imports.noMessages')}</p>}
      {clashes.length > 0 && (
        <ImportRows
          head={[
            t('customers.line'),
            t('imports.clash.start'),
            t('imports.clash.person'),
            t('imports.clash.name'),
            t('imports.clash.other'),
          ]}
          rows={clashes.map(({ line, start, person, name, ...clash }) => [
            line,
            dayAndTime(start, timeZone),
            person,
            name,
            otherOf(clash),
          ])}
          total={counts.clashes + counts.outside}
        />
      )}
      {problems.length > 0 && (
        <ImportRows
          head={[t('customers.line'), t('customers.resultHead'), t('customers.reasonHead'), t('customers.rowText')]}
          rows={problems.map(({ line, isLeftOut, reasons, cells }) => [
            line,
            t(isLeftOut ? 'imports.result.leftOut' : 'imports.importedAnyway'),
            formatReasons(reasons),
            cells.filter(Boolean).join(' · '),
          ])}
          total={counts.leftOut + counts.incomplete}
        />
      )}
      {isDone && (
        <div className={classes.downloads}>
          {problems.length > 0 && columns.length > 0 && (
            <ImportDownload
              label={t('customers.downloadToCorrect')}
              onClick={() => saveRowsToCorrect(columns, problems, formatReasons)}
            />
          )}
          <ImportDownload label={t('customers.downloadReport')} onClick={() => saveReport(answer)} />
        </div>
      )}
    </section>
  );
}

const countKey = <K extends string>(key: K & keyof typeof keys) => `imports.count.${key}` as const;
const keys = {
  ...{ servicesAdded: 1, servicesChanged: 1, servicesUnchanged: 1, added: 1, changed: 1, unchanged: 1, kept: 1 },
  ...{ removed: 1, customers: 1, clashes: 1, outside: 1, notComing: 1, leftOut: 1, incomplete: 1 },
};

function formatReasons(reasons: readonly BookingReason[]): string {
  return reasons.map((reason) => i18next.t(`imports.reason.${reason}`)).join(', ');
}

/** The other one at the same time. */
function otherOf({ other, isOutside }: Pick<BookingImportAnswer['clashes'][number], 'other' | 'isOutside'>): string {
  return isOutside ? i18next.t('imports.clash.outside') : other;
}

function saveReport({ report, problems, clashes }: BookingImportAnswer): void {
  const reasons = new Map(problems.map(({ line, reasons }) => [line, formatReasons(reasons)]));
  const beside = new Map(
    [...Map.groupBy(clashes, ({ line }) => line)].map(([line, own]) => [
      line,
      `${i18next.t('imports.clash.other')} ${own.map(otherOf).join(', ')}`,
    ]),
  );
  saveCsv('import', [
    [
      i18next.t('customers.line'),
      i18next.t('customers.resultHead'),
      i18next.t('customers.reasonHead'),
      i18next.t('customers.nameHead'),
    ],
    ...report.map(({ line, result, name }) => [
      line,
      i18next.t(`imports.result.${result}`),
      [reasons.get(line), beside.get(line)].filter(Boolean).join(', '),
      name,
    ]),
  ]);
}
