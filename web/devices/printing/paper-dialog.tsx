// Shows a paper as it is printed. One that the browser prints is printed from here, and a person says whether it was.
import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyPrintJobs, type PrintJobRow, printJobs } from '#contract/devices/print-jobs.ts';
import { call, operationUrl } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './paper-dialog.module.css';
import { printPicture } from './print-picture.ts';

/** Dots of the picture on a dot of the screen. */
const scale = 1.8;

export function PaperDialog({ job, onClose }: { job: PrintJobRow; onClose: () => void }) {
  const { t } = useTranslation();
  const [wasOpened, setOpened] = useState(false);
  const address = operationUrl(printJobs.getPaper, { id: job.id });
  const isDialog = job.isAsked && job.state === 'handed';
  const print = useMutation({ mutationFn: () => printPicture(address), onSuccess: () => setOpened(true) });
  const settle = useMutation({
    mutationFn: (isPrinted: boolean) => call(printJobs.settle, { id: job.id, isPrinted }),
    onSuccess: ({ state }) => {
      void refreshList(companyPrintJobs);
      toast(state === 'printed' ? 'success' : 'info', t(`printing.states.${state}`));
      onClose();
    },
  });
  return (
    <Dialog title={job.title} onClose={onClose} size="auto">
      <div className={classes.frame}>
        <img
          className={classes.paper}
          src={address}
          alt={t('printing.picture', { title: job.title })}
          onLoad={({ currentTarget }) => {
            currentTarget.style.inlineSize = `${currentTarget.naturalWidth / scale}px`;
          }}
        />
      </div>
      {isDialog && !wasOpened && (
        <Group justify="flex-end" mt="md">
          <Button
            leftSection={<IconPrinter size={17} stroke={1.75} aria-hidden="true" />}
            loading={print.isPending}
            onClick={() => print.mutate()}
          >
            {t('printing.print')}
          </Button>
        </Group>
      )}
      {job.isAsked && (wasOpened || !isDialog) && (
        <div className={classes.question}>
          <p>{t('printing.didItPrint')}</p>
          <Group gap="xs">
            <Button variant="default" loading={settle.isPending} onClick={() => settle.mutate(false)}>
              {t('printing.no')}
            </Button>
            <Button data-autofocus loading={settle.isPending} onClick={() => settle.mutate(true)}>
              {t('printing.yes')}
            </Button>
          </Group>
        </div>
      )}
    </Dialog>
  );
}
