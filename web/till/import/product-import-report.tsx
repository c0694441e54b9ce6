// The result of an import of products in numbers, and the rows to correct.
import { Button, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ProductImportAnswer, ProductReason } from '#contract/till/import.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import classes from '#web/lib/ui/file-import/file-import.module.css';

/** The rows that are shown; the others are in the file. */
const maxShown = 50;
const results = ['added', 'changed', 'unchanged', 'leftOut', 'incomplete'] as const;

export function ProductImportReport({ answer, isDone = false }: { answer: ProductImportAnswer; isDone?: boolean }) {
  const { t } = useTranslation();
  const { problems, leftOut, incomplete } = answer;
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
        <div className={classes.leftOut}>
          <Table.ScrollContainer minWidth={320} maxHeight={240} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing={4} stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('customers.line')}</Table.Th>
                  <Table.Th>{t('customers.reasonHead')}</Table.Th>
                  <Table.Th>{t('customers.rowText')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {problems.slice(0, maxShown).map(({ line, reasons, cells }) => (
                  <Table.Tr key={line}>
                    <Table.Td className="figures" data-head={t('customers.line')}>
                      {line}
                    </Table.Td>
                    <Table.Td>{reasonsText(reasons)}</Table.Td>
                    <Table.Td className={classes.examples}>{cells.filter(Boolean).join(' · ')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {leftOut + incomplete > maxShown && (
            <p className={classes.note}>
              {t('customers.firstRows', { shown: maxShown, number: leftOut + incomplete })}
            </p>
          )}
        </div>
      )}
      {isDone && problems.length > 0 && (
        <div className={classes.downloads}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            onClick={() => saveRows(answer)}
          >
            {t('customers.downloadToCorrect')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Saves these rows as the file has them, to correct and import again. */
function saveRows({ columns, problems }: ProductImportAnswer): void {
  saveCsv('to-correct', [
    [...columns.map(({ title }) => title), i18next.t('customers.reasonHead')],
    ...problems.map(({ cells, reasons }) => [...columns.map((_, index) => cells[index] ?? ''), reasonsText(reasons)]),
  ]);
}

function reasonsText(reasons: readonly ProductReason[]): string {
  return reasons.map((reason) => i18next.t(`products.reason.${reason}`)).join(', ');
}
