// Imports customers from a file: choose it, check how it is read and what would happen, import, read the report.
import { Alert, Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FileDrop } from '#web/lib/ui/file-import/file-drop.tsx';
import classes from '#web/lib/ui/file-import/file-import.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportReport } from './import-report.tsx';
import type { Choices } from './reading-choices.tsx';

const { previewImport, import: importFile } = companyContacts.operations;

const accepted = '.csv,.txt,.tsv,.xlsx,.vcf,text/csv,text/vcard';

interface Request extends Choices {
  file: File;
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<Choices>({});
  const preview = useMutation({
    mutationFn: ({ file, ...choices }: Request) => call(previewImport, choices, { file, handlesErrors: true }),
  });
  const run = useMutation({
    mutationFn: ({ file, ...choices }: Request) => call(importFile, choices, { file, handlesErrors: true }),
    onSuccess: () => refreshList(companyContacts as unknown as AnyResource),
  });
  const failure = run.error ?? preview.error;
  const message = failure instanceof CallError ? failure.message || t('error.unexpected') : undefined;
  const read = preview.data;

  function choose(chosen: File | null): void {
    if (!chosen) return;
    setFile(chosen);
    setChoices({});
    run.reset();
    preview.mutate({ file: chosen });
  }

  /** Another encoding or line of headings gives other columns, which are recognized again. */
  function change(next: Choices): void {
    const kept = 'columns' in next || 'dayOrder' in next ? choices : { ...choices, columns: undefined };
    const chosen = { ...kept, ...next };
    setChoices(chosen);
    if (file) preview.mutate({ file, ...chosen });
  }

  return (
    <LargeDialog title={t('customers.import')} size="56rem" onClose={onClose}>
      {message && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {message}
        </Alert>
      )}
      {run.data ? (
        <ImportReport answer={run.data} isDone />
      ) : (
        <>
          <FileDrop
            name={file?.name}
            hint={t('customers.importDrop')}
            accepted={accepted}
            isBusy={preview.isPending}
            onChoose={choose}
          />
          {file && read && (
            <ImportPreview answer={read} isBusy={preview.isPending || run.isPending} onChange={change} />
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
            onClick={() => file && run.mutate({ file, ...choices, columns: read?.columns.map(({ field }) => field) })}
          >
            {t('customers.importNow', { number: (read?.added ?? 0) + (read?.filled ?? 0) })}
          </Button>
        )}
      </FormFoot>
    </LargeDialog>
  );
}
