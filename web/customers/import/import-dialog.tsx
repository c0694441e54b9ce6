// Imports customers from a file: choose it, check what each column holds and what would happen, import, read the
// report.
import { Alert, Button, FileButton, Loader, NativeSelect, Table } from '@mantine/core';
import { IconDownload, IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyContacts } from '#contract/customers/contacts.ts';
import { type ImportAnswer, type ImportField, importFields } from '#contract/customers/import.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { downloadReport } from './download-report.ts';
import classes from './import.module.css';

const { previewImport, import: importFile } = companyContacts.operations;

interface Request {
  file: File;
  columns?: ImportField[];
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const preview = useMutation({
    mutationFn: ({ file, columns }: Request) => call(previewImport, { columns }, { file, handlesErrors: true }),
  });
  const run = useMutation({
    mutationFn: ({ file, columns }: Request) => call(importFile, { columns }, { file, handlesErrors: true }),
    onSuccess: () => refreshList(companyContacts as unknown as AnyResource),
  });
  const failure = run.error ?? preview.error;
  const message = failure instanceof CallError ? failure.message || t('error.unexpected') : undefined;
  const read = preview.data;
  const columns = read?.columns.map(({ field }) => field);

  function choose(chosen: File | null): void {
    if (!chosen) return;
    setFile(chosen);
    run.reset();
    preview.mutate({ file: chosen });
  }

  return (
    <LargeDialog title={t('customers.import')} size="56rem" onClose={onClose}>
      {message && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {message}
        </Alert>
      )}
      {run.data ? (
        <Report answer={run.data} isDone />
      ) : (
        <>
          <FileDrop name={file?.name} isBusy={preview.isPending} onChoose={choose} />
          {file && read && (
            <Preview
              answer={read}
              isBusy={preview.isPending || run.isPending}
              onMap={(index, field) =>
                preview.mutate({ file, columns: columns?.map((one, at) => (at === index ? field : one)) })
              }
            />
          )}
        </>
      )}
      <FormFoot isSticky>
        {run.isPending && (
          <span className={classes.progress} role="status">
            <Loader size="xs" /> {t('customers.importing', { number: read?.rows ?? 0 })}
          </span>
        )}
        <Button variant="default" onClick={onClose} disabled={run.isPending}>
          {t(run.data ? 'app.close' : 'app.cancel')}
        </Button>
        {!run.data && (
          <Button
            disabled={!file || !read || preview.isPending || read.added + read.filled === 0}
            loading={run.isPending}
            onClick={() => file && run.mutate({ file, columns })}
          >
            {t('customers.importNow', { number: (read?.added ?? 0) + (read?.filled ?? 0) })}
          </Button>
        )}
      </FormFoot>
    </LargeDialog>
  );
}

interface DropProps {
  name: string | undefined;
  isBusy: boolean;
  onChoose: (file: File | null) => void;
}

function FileDrop({ name, isBusy, onChoose }: DropProps) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{name ?? t('customers.importDrop')}</p>
      <FileButton onChange={onChoose} accept=".csv,.txt,.tsv,.vcf,text/csv,text/vcard">
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isBusy}
            data-autofocus
            leftSection={<IconFileImport size={16} stroke={1.75} />}
          >
            {t(name ? 'customers.importOther' : 'customers.importChoose')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}

interface PreviewProps {
  answer: ImportAnswer;
  isBusy: boolean;
  onMap: (column: number, field: ImportField) => void;
}

function Preview({ answer, isBusy, onMap }: PreviewProps) {
  const { t } = useTranslation();
  const { columns, format, charset, separator } = answer;
  const fields = importFields.map((value) => ({ value, label: t(`customers.importField.${value}`) }));
  const separators: Record<string, string> = { '\t': t('customers.tab') };
  return (
    <>
      {format === 'csv' && (
        <>
          <p className={classes.quiet}>
            {t('customers.importRead', {
              charset: charset.toUpperCase(),
              separator: separators[separator] ?? separator,
            })}
          </p>
          <div className={classes.columns}>
            <Table verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('customers.importColumn')}</Table.Th>
                  <Table.Th>{t('customers.importExamples')}</Table.Th>
                  <Table.Th>{t('customers.importHolds')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {columns.map(({ title, field, examples }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; titles can repeat.
                  <Table.Tr key={index}>
                    <Table.Td>{title || '–'}</Table.Td>
                    <Table.Td className={classes.examples}>{examples.join(' · ')}</Table.Td>
                    <Table.Td>
                      <NativeSelect
                        aria-label={t('customers.importHoldsOf', { column: title })}
                        data={fields}
                        value={field}
                        disabled={isBusy}
                        // Its values are those of the list above.
                        onChange={(event) => onMap(index, event.currentTarget.value as ImportField)}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
      <Report answer={answer} />
    </>
  );
}

/** The rows of the report that are shown; the others are in the file. */
const maxShown = 50;

function Report({ answer, isDone = false }: { answer: ImportAnswer; isDone?: boolean }) {
  const { t } = useTranslation();
  const { added, filled, unchanged, withdrawn, leftOut } = answer;
  const say = (key: 'added' | 'filled' | 'unchanged' | 'withdrawn' | 'leftOut', count: number) =>
    count > 0 && <li>{t(`customers.count.${key}`, { number: count })}</li>;
  return (
    <section aria-live="polite">
      <p className={classes.lead}>{t(isDone ? 'customers.importDone' : 'customers.importWill')}</p>
      <ul className={classes.counts}>
        {say('added', added)}
        {say('filled', filled)}
        {say('unchanged', unchanged)}
        {say('leftOut', leftOut.length)}
        {say('withdrawn', withdrawn)}
      </ul>
      {!isDone && filled > 0 && <p className={classes.quiet}>{t('customers.importFills')}</p>}
      {leftOut.length > 0 && (
        <>
          <div className={classes.leftOut}>
            <Table.ScrollContainer minWidth={320} maxHeight={240}>
              <Table verticalSpacing={4} stickyHeader>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('customers.line')}</Table.Th>
                    <Table.Th>{t('customers.reasonHead')}</Table.Th>
                    <Table.Th>{t('customers.rowText')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {leftOut.slice(0, maxShown).map(({ line, reason, text }) => (
                    <Table.Tr key={line}>
                      <Table.Td className="figures">{line}</Table.Td>
                      <Table.Td>{t(`customers.reason.${reason}`)}</Table.Td>
                      <Table.Td className={classes.examples}>{text}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            onClick={() => downloadReport(leftOut)}
          >
            {t('customers.downloadReport')}
          </Button>
        </>
      )}
    </section>
  );
}
