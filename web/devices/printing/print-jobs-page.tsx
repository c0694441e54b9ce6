// The papers of the last days: what waits, what was printed, and what a person has to say about one.
import { IconCheck, IconEye, IconPrinter, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyPrintJobs, type PrintState, printJobs } from '#contract/devices/print-jobs.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import { nameOfType } from '#web/devices/types/type-name.ts';
import { call } from '#web/lib/client/client.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { PrintAgainDialog } from './print-again-dialog.tsx';
import { WaitingPapers } from './waiting-papers.tsx';

type Job = RowOf<(typeof companyPrintJobs)['declared']>;

const colours: Record<PrintState, MarkColour> = {
  waiting: 'blue',
  handed: 'blue',
  printed: 'green',
  failed: 'red',
  uncertain: 'orange',
  expired: 'inverse',
  cancelled: 'inverse',
};

function reasonOf({ reason, copy, lastCopy }: Job): string {
  if (reason) return i18next.t(`printing.reasons.${reason}`);
  return lastCopy > copy ? i18next.t('printing.printedAgain', { copy: lastCopy }) : '–';
}

export function PrintJobsPage() {
  const { t } = useTranslation();
  const [shown, show] = useState<Job>();
  const [again, askAgain] = useState<Job>();
  const refresh = () => void refreshList(companyPrintJobs);
  const settle = useMutation({
    mutationFn: (given: { id: string; isPrinted: boolean }) => call(printJobs.settle, given),
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: (id: string) => call(printJobs.cancel, { id }),
    onSettled: refresh,
  });
  const actions = (job: Job): RowAction[] => {
    const { id, state, isAsked } = job;
    const isOpen = state === 'waiting' || state === 'handed';
    return [
      { label: t('printing.show'), icon: IconEye, run: () => show(job) },
      ...(isAsked
        ? [
            { label: t('printing.wasPrinted'), icon: IconCheck, run: () => settle.mutate({ id, isPrinted: true }) },
            { label: t('printing.wasNotPrinted'), icon: IconX, run: () => settle.mutate({ id, isPrinted: false }) },
          ]
        : []),
      ...(state === 'waiting' ? [{ label: t('printing.cancel'), icon: IconX, run: () => cancel.mutate(id) }] : []),
      ...(isOpen ? [] : [{ label: t('printing.again'), icon: IconPrinter, run: () => askAgain(job) }]),
    ];
  };
  return (
    <>
      <Grid
        resource={companyPrintJobs}
        notice={<WaitingPapers />}
        columns={[
          { field: 'title', width: 190 },
          {
            field: 'state',
            width: 130,
            cell: ({ state }) => <Mark colour={colours[state]}>{t(`printing.states.${state}`)}</Mark>,
          },
          { field: 'reason', width: 200, cell: reasonOf },
          { field: 'typeKey', width: 140, cell: ({ typeKey }) => nameOfType(typeKey, '') },
          {
            field: 'printerName',
            width: 140,
            cell: ({ printerId, printerName }) => (printerId ? printerName : t('printing.thisBrowser')),
          },
          { field: 'createdAt', width: 165 },
          { field: 'locationName', hidden: true },
          { field: 'person', hidden: true },
          { field: 'copy', hidden: true },
          { field: 'part', hidden: true, cell: ({ part, parts }) => (parts > 1 ? `${part}/${parts}` : '') },
          { field: 'settledAt', hidden: true },
          { field: 'expiresAt', hidden: true },
        ]}
        actions={actions}
      />
      {shown && <PaperDialog job={shown} onClose={() => show(undefined)} />}
      {again && <PrintAgainDialog job={again} onClose={() => askAgain(undefined)} />}
    </>
  );
}
