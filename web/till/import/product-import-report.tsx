// The result of an import of products in numbers, and the rows to correct.
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ProductImportAnswer, ProductReason } from '#contract/till/import.ts';
import classes from '#web/lib/ui/file-import/file-import.module.css';
import { ImportDownload } from '#web/lib/ui/file-import/import-download.tsx';
import { ImportRows } from '#web/lib/ui/file-import/import-rows.tsx';
import { saveRowsToCorrect } from '#web/lib/ui/file-import/save-rows-to-correct.ts';

const results = ['added', 'changed', 'unchanged', 'leftOut', 'incomplete'] as const;

export function ProductImportReport({ answer, isDone = false }: { answer: ProductImportAnswer; isDone?: boolean }) {
  const { t } = useTranslation();
  const { columns, problems, leftOut, incomplete } = answer;
  return (
    <section aria-live="polite">
      <p className={classes.lead}>{t(isDone ? 'customers.importDone' : 'customers.importWill')}</p>
      <ul className={classes.counts}>
        {results.map(
          (key) => answer[key] > 0 && <li key={key}>{t(`products.count.${key}`, { number: answer[key] })}</li>,
        )}
      </ul>
      {!isDone && <p className={classes.quiet}>{t('products.importUpdates')}</p>}
      {problems.length > 0 && (
        <ImportRows
          head={[t('customers.line'), t('customers.reasonHead'), t('customers.rowText')]}
          rows={problems.map(({ line, reasons, cells }) => [
            line,
            formatReasons(reasons),
            cells.filter(Boolean).join(' · '),
          ])}
          total={leftOut + incomplete}
        />
      )}
      {isDone && problems.length > 0 && (
        <div className={classes.downloads}>
          <ImportDownload
            label={t('customers.downloadToCorrect')}
            onClick={() => saveRowsToCorrect(columns, problems, formatReasons)}
          />
        </div>
      )}
    </section>
  );
}

function formatReasons(reasons: readonly ProductReason[]): string {
  return reasons.map((reason) => i18next.t(`products.reason.${reason}`)).join(', ');
}
