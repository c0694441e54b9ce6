// The dialog of an import: its file, what stands between, and the buttons.
import { Alert, Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { FileDrop } from './file-drop.tsx';
import classes from './file-import.module.css';
import type { useFileImport } from './use-file-import.ts';

interface Props {
  title: string;
  /** The files that can be dropped, as a sentence, and their endings and types. */
  hint: string;
  accepted: string;
  state: ReturnType<typeof useFileImport>;
  /** The records that the import would write. */
  count: number;
  /** How far the import is, as a sentence. */
  progress: string;
  preview: ReactNode;
  report: ReactNode;
  /** Below the place of the file, and below the report. */
  below?: ReactNode;
  onStart: () => void;
  onClose: () => void;
}

export function ImportFrame({ title, hint, accepted, state, count, progress, onStart, onClose, ...parts }: Props) {
  const { t } = useTranslation();
  const { file, read, done, isReading, isRunning, message } = state;
  return (
    <LargeDialog title={title} size="56rem" onClose={onClose}>
      {message && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {message}
        </Alert>
      )}
      {done ? (
        parts.report
      ) : (
        <>
          <FileDrop name={file?.name} {...{ hint, accepted }} isBusy={isReading} onChoose={state.choose} />
          {file && read !== undefined ? parts.preview : null}
        </>
      )}
      {!file || done !== undefined ? parts.below : null}
      <FormFoot isSticky>
        {isRunning && (
          <span className={classes.progress} role="status">
            <Loader size="xs" /> {progress}
          </span>
        )}
        <Button variant="default" onClick={onClose} disabled={isRunning}>
          {t(done ? 'app.close' : 'app.cancel')}
        </Button>
        {!done && (
          <Button disabled={!file || !read || isReading || count === 0} loading={isRunning} onClick={onStart}>
            {count > 0 ? t('customers.importNow', { number: count }) : t('customers.import')}
          </Button>
        )}
      </FormFoot>
    </LargeDialog>
  );
}
