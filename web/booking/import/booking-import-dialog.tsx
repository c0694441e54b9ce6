// Imports services and appointments from a file: choose it, check how it is read and matched, import, read the report.
import { Alert, Button, Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingImports } from '#contract/booking/import.ts';
import { companyServices } from '#contract/booking/services.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FileDrop } from '#web/lib/ui/file-import/file-drop.tsx';
import classes from '#web/lib/ui/file-import/file-import.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { BookingPreview } from './booking-preview.tsx';
import { BookingReport } from './booking-report.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { type FileChoices, withChange } from './file-choices.ts';

interface Request extends FileChoices {
  file: File;
}

const accepted = '.csv,.txt,.tsv,.xlsx,.ics,.json,.sql,text/csv,text/calendar,application/json';
/** Between two questions how far an import is (ms). */
const progressInterval = 1_000;

export function BookingImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<FileChoices>({});
  const preview = useMutation({
    mutationFn: ({ file, ...given }: Request) => call(bookingImports.preview, given, { file, handlesErrors: true }),
  });
  const run = useMutation({
    mutationFn: ({ file, ...given }: Request) => call(bookingImports.run, given, { file, handlesErrors: true }),
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: query(bookingImports.getAll, {}).queryKey });
      void refreshList(companyServices as unknown as AnyResource);
    },
  });
  const earlier = useQuery({
    ...query(bookingImports.getAll, {}),
    staleTime: 0,
    refetchInterval: run.isPending ? progressInterval : false,
  });
  const failure = run.error ?? preview.error;
  const message = failure instanceof CallError ? failure.message || t('error.unexpected') : undefined;
  const read = preview.data;
  const written = read ? writtenBy(read.counts) : 0;
  const running = run.isPending ? earlier.data?.find(({ state }) => state === 'running') : undefined;

  function choose(chosen: File | null): void {
    if (!chosen) return;
    setFile(chosen);
    setChoices({});
    run.reset();
    preview.mutate({ file: chosen });
  }

  function change(next: FileChoices): void {
    const chosen = withChange(choices, next);
    setChoices(chosen);
    if (file) preview.mutate({ file, ...chosen });
  }

  return (
    <LargeDialog title={t('imports.title')} size="56rem" onClose={onClose}>
      {message && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {message}
        </Alert>
      )}
      {run.data ? (
        <BookingReport answer={run.data} isDone />
      ) : (
        <>
          <FileDrop
            name={file?.name}
            hint={t('imports.drop')}
            accepted={accepted}
            isBusy={preview.isPending}
            onChoose={choose}
          />
          {file && read && (
            <BookingPreview answer={read} isBusy={preview.isPending || run.isPending} onChange={change} />
          )}
        </>
      )}
      {(!file || run.data) && <EarlierImports imports={earlier.data ?? []} />}
      <FormFoot isSticky>
        {run.isPending && (
          <span className={classes.progress} role="status">
            <Loader size="xs" />
            {t('imports.progress', { done: running?.done ?? 0, total: running?.total ?? written })}
          </span>
        )}
        <Button variant="default" onClick={onClose} disabled={run.isPending}>
          {t(run.data ? 'app.close' : 'app.cancel')}
        </Button>
        {!run.data && (
          <Button
            disabled={!file || !read || preview.isPending || written === 0}
            loading={run.isPending}
            onClick={() =>
              file &&
              run.mutate({ file, ...choices, columns: choices.columns ?? read?.columns.map(({ field }) => field) })
            }
          >
            {t('customers.importNow', { number: written })}
          </Button>
        )}
      </FormFoot>
    </LargeDialog>
  );
}

function writtenBy({
  services,
  appointments,
}: {
  services: Record<'added' | 'changed', number>;
  appointments: Record<'added' | 'changed' | 'removed', number>;
}): number {
  return services.added + services.changed + appointments.added + appointments.changed + appointments.removed;
}
