// Says that papers wait for a printer, why, and offers to cancel them.
import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { companyPrintJobs, printJobs } from '#contract/devices/print-jobs.ts';
import { call, query } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import classes from './waiting-papers.module.css';

/** While papers wait, their printer may come back at any time (ms). */
const soon = 15_000;

export function WaitingPapers({ refreshInterval = soon }: { refreshInterval?: number }) {
  const { t } = useTranslation();
  const read = useQuery({ ...query(printJobs.getWaiting, {}), refetchInterval: refreshInterval });
  const cancel = useMutation({
    mutationFn: (printerId: string) => call(printJobs.cancelAll, { printerId }),
    onSettled: () => Promise.all([read.refetch(), refreshList(companyPrintJobs)]),
  });
  return read.data?.map(({ printerId, printerName, waiting, minutes, fault, silentMinutes }) => (
    <Alert key={printerId} color="orange" variant="light" role="status">
      <p className={classes.lead}>{t('printing.waiting', { count: waiting, printer: printerName })}</p>
      <p className={classes.text}>
        {fault ? t(`printing.reasons.${fault}`) : silentText(silentMinutes)} {t('printing.since', { count: minutes })}
      </p>
      <Button
        variant="default"
        size="compact-sm"
        loading={cancel.isPending}
        onClick={async () => {
          const confirmed = await ask({
            title: t('printing.cancelAllOf', { printer: printerName }),
            text: t('printing.cancelAllText', { count: waiting }),
            confirmLabel: t('printing.cancelAll'),
            danger: true,
          });
          if (confirmed) cancel.mutate(printerId);
        }}
      >
        {t('printing.cancelAll')}
      </Button>
    </Alert>
  ));
}

function silentText(minutes: number | null): string {
  return minutes === null ? i18next.t('printing.neverSeen') : i18next.t('printing.notSeen', { count: minutes });
}
