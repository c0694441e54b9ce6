// The result of an import in numbers, and the rows to correct.
import { useTranslation } from 'react-i18next';
import type { ImportAnswer } from '#contract/customers/import.ts';
import classes from '#web/lib/ui/file-import/file-import.module.css';
import { ImportDownload } from '#web/lib/ui/file-import/import-download.tsx';
import { ImportRows } from '#web/lib/ui/file-import/import-rows.tsx';
import { saveRowsToCorrect } from '#web/lib/ui/file-import/save-rows-to-correct.ts';
import { downloadReport, formatReasons } from './download-report.ts';

export function ImportReport({ answer, isDone = false }: { answer: ImportAnswer; isDone?: boolean }) {
  const { t } = useTranslation();
  const { added, filled, unchanged, leftOut, incomplete, withdrawn, problems, format, columns } = answer;
  const say = (key: 'added' | 'filled' | 'unchanged' | 'withdrawn' | 'leftOut' | 'incomplete', count: number) =>
    count > 0 && <li>{t(`customers.count.${key}`, { number: count })}</li>;
  return (
    <section aria-live="polite">
      <p className={classes.lead}>{t(isDone ? 'customers.importDone' : 'customers.importWill')}</p>
      <ul className={classes.counts}>
        {say('added', added)}
        {say('filled', filled)}
        {say('unchanged', unchanged)}
        {say('leftOut', leftOut)}
        {say('incomplete', incomplete)}
        {say('withdrawn', withdrawn)}
      </ul>
      {!isDone && filled > 0 && <p className={classes.quiet}>{t('customers.importFills')}</p>}
      {problems.length > 0 && (
        <ImportRows
          head={[t('customers.line'), t('customers.resultHead'), t('customers.reasonHead'), t('customers.rowText')]}
          rows={problems.map(({ line, isLeftOut, reasons, cells }) => [
            line,
            t(isLeftOut ? 'customers.result.leftOut' : 'customers.importedWithout'),
            formatReasons(reasons),
            cells.filter(Boolean).join(' · '),
          ])}
          total={leftOut + incomplete}
        />
      )}
      <div className={classes.downloads}>
        {isDone && problems.length > 0 && format !== 'vcard' && (
          <ImportDownload
            label={t('customers.downloadToCorrect')}
            onClick={() => saveRowsToCorrect(columns, problems, formatReasons)}
          />
        )}
        {isDone && <ImportDownload label={t('customers.downloadReport')} onClick={() => downloadReport(answer)} />}
      </div>
    </section>
  );
}
