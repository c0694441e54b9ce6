// Tells the person who printed what became of the paper.
import i18next from 'i18next';
import { companyPrintJobs, type PrintJobRow } from '#contract/devices/print-jobs.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** Between two looks, and how often (ms). A printer asks for paper every few seconds. */
const interval = 2_000;
const maxLooks = 30;

/** Shows where the paper was sent, and then that it is printed or why it is not. */
export async function followPaper(job: PrintJobRow): Promise<void> {
  toast('info', i18next.t('printing.sentTo', { printer: job.printerName }));
  for (let looks = 0; looks < maxLooks; looks++) {
    await new Promise((resolve) => setTimeout(resolve, interval));
    const now = await look(job.id);
    if (!now) return;
    if (now.state === 'waiting' || now.state === 'handed') continue;
    void refreshList(companyPrintJobs);
    if (now.state === 'printed') toast('success', i18next.t('printing.printedOn', { printer: now.printerName }));
    else {
      const reason = now.reason ? i18next.t(`printing.reasons.${now.reason}`) : '';
      toast('warning', [i18next.t(`printing.states.${now.state}`), reason].filter(Boolean).join(': '));
    }
    return;
  }
}

/** Undefined when the answer does not matter any more, such as after signing out. */
async function look(id: string): Promise<PrintJobRow | undefined> {
  try {
    return await call(companyPrintJobs.operations.getById, { id }, { handlesErrors: true });
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}
