// Shows how much of an archive is uploaded; closing it stops the upload.
import { Button, Progress, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/lib/resource.ts';
import { systemRestores } from '#contract/operations/restores.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { sendArchive } from './send-archive.ts';

export function UploadDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const { t } = useTranslation();
  const [percent, setPercent] = useState(0);
  const close = useRef(onClose);
  const stopped = useRef<AbortController>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    stopped.current = ending;
    const { signal } = ending;
    attempt(t('list.restores.notUploaded'), () => sendArchive(file, { signal, onProgress: setPercent }))
      .then((isSent) => {
        if (isSent) toast('success', t('list.restores.uploaded'));
      })
      .catch(() => {
        // No answer of the server, such as a file that was removed meanwhile.
        if (!signal.aborted) toast('danger', t('list.restores.notUploaded'));
      })
      .finally(() => {
        void refreshList(systemRestores as unknown as Resource);
        close.current();
      });
    return () => ending.abort();
  }, [file, t]);
  const label = t('list.restores.uploadingAt', { name: file.name, percent });
  return (
    <Dialog onClose={() => stopped.current?.abort()} closeOnClickOutside={false} title={t('list.restores.upload')}>
      <Stack gap="sm">
        <p role="status" style={{ overflowWrap: 'anywhere' }}>
          {label}
        </p>
        <Progress.Root size="lg">
          <Progress.Section value={percent} aria-label={label} />
        </Progress.Root>
      </Stack>
      <FormFoot>
        <Button variant="default" onClick={() => stopped.current?.abort()}>
          {t('list.restores.stop')}
        </Button>
      </FormFoot>
    </Dialog>
  );
}
