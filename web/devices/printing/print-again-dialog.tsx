// Asks before a paper is printed again: as a copy, or as itself if nothing is on paper.
import { Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyPrintJobs, type PrintJobRow, printJobs } from '#contract/devices/print-jobs.ts';
import { call } from '#web/lib/client/client.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { followPaper } from './follow-paper.ts';
import { PaperDialog } from './paper-dialog.tsx';

/** A paper of which nothing is known to be printed. */
const isLost = ({ state }: PrintJobRow) => state === 'failed' || state === 'expired' || state === 'cancelled';

export function PrintAgainDialog({ job, onClose }: { job: PrintJobRow; onClose: () => void }) {
  const { t } = useTranslation();
  const [fromPart, setFromPart] = useState(job.part);
  const [shown, show] = useState<PrintJobRow>();
  const copy = isLost(job) ? job.copy : job.lastCopy + 1;
  const print = useMutation({
    mutationFn: () => call(printJobs.again, { id: job.id, copy, fromPart }),
    onSuccess: ({ job: printed }) => {
      void refreshList(companyPrintJobs);
      if (printed?.isAsked) return show(printed);
      if (printed) void followPaper(printed);
      onClose();
    },
  });
  if (shown) return <PaperDialog job={shown} onClose={onClose} />;
  const printer = job.printerId ? job.printerName : t('printing.thisBrowser');
  const time = minuteOf(job.settledAt ?? job.createdAt, visitorZone());
  return (
    <Dialog title={t('printing.againTitle', { title: job.title })} onClose={onClose}>
      <p style={{ marginBlockStart: 0 }}>
        {isLost(job) ? t(`printing.againLost.${job.state as 'failed'}`, { printer, time }) : null}
        {job.state === 'printed' && t('printing.againPrinted', { printer, time, copy })}
        {job.state === 'uncertain' && t('printing.againUncertain', { printer, time, copy })}
      </p>
      {job.parts > 1 && (
        <Select
          label={t('printing.fromPart')}
          data={Array.from({ length: job.parts }, (_, index) => ({
            value: String(index + 1),
            label: t('printing.partOf', { part: index + 1, parts: job.parts }),
          }))}
          value={String(fromPart)}
          onChange={(part) => setFromPart(Number(part ?? 1))}
          allowDeselect={false}
          mb="md"
        />
      )}
      <DialogFoot
        confirmLabel={t('printing.again')}
        onConfirm={() => print.mutate()}
        isBusy={print.isPending}
        onCancel={onClose}
      />
    </Dialog>
  );
}
