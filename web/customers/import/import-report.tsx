// The result of an import in numbers, and the rows to correct.
import { Button, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportAnswer } from '#contract/customers/import.ts';
import classes from '#web/lib/ui/file-import/file-import.module.css';
import { downloadReport, downloadRowsToCorrect, formatReasons } from './download-report.ts';

/** The rows of the report that are shown; the others are in the file. */
const maxShown = 50;

export function ImportReport({ answer, isDone = false }: { answer: ImportAnswer; isDone?: boolean }) {
  const { t } = useTranslation();
  const { added, filled, unchanged, leftOut, incomplete, withdrawn, problems, format } = answer;
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
        <div className={classes.leftOut}>
          <Table.ScrollContainer minWidth={320} maxHeight={240} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing={4} stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('customers.line')}</Table.Th>
                  <Table.Th>{t('customers.resultHead')}</Table.Th>
                  <Table.Th>{t('customers.reasonHead')}</Table.Th>
                  <Table.Th>{t('customers.rowText')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {problems.slice(0, maxShown).map(({ line, isLeftOut, reasons, cells }) => (
                  <Table.Tr key={line}>
                    <Table.Td className="figures" data-head={t('customers.line')}>
                      {line}
                    </Table.Td>
                    <Table.Td>{t(isLeftOut ? 'customers.result.leftOut' : 'customers.importedWithout')}</Table.Td>
                    <Table.Td>{formatReasons(reasons)}</Table.Td>
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
      <div className={classes.downloads}>
        {isDone && problems.length > 0 && format !== 'vcard' && (
          <Download label={t('customers.downloadToCorrect')} onClick={() => downloadRowsToCorrect(answer)} />
        )}
        {isDone && <Download label={t('customers.downloadReport')} onClick={() => downloadReport(answer)} />}
      </div>
    </section>
  );
}

function Download({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="xs" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={onClick}>
      {label}
    </Button>
  );
}
