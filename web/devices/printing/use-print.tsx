// Prints a paper: asks where if need be, offers a copy of what was printed, and says what became of it.
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printerChoice } from '#contract/devices/devices.ts';
import type { PrintAnswer, PrintJobRow } from '#contract/devices/print-jobs.ts';
import { call } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { followPaper } from './follow-paper.ts';

const ChoosePrinterDialog = lazy(async () => ({
  default: (await import('./choose-printer-dialog.tsx')).ChoosePrinterDialog,
}));
const PaperDialog = lazy(async () => ({ default: (await import('./paper-dialog.tsx')).PaperDialog }));
const PrintAgainDialog = lazy(async () => ({ default: (await import('./print-again-dialog.tsx')).PrintAgainDialog }));

/** Where a paper is printed; without a printer and not in the browser, the server decides. */
export interface PrintPlace {
  printerId: string | null;
  inBrowser: boolean;
}

interface Print {
  print(): void;
  isBusy: boolean;
  /** The dialogs that it opens; rendered beside what prints. */
  dialogs: ReactNode;
}

type Asked = { choose: PrintAnswer['choices'] } | { again: PrintJobRow } | { show: PrintJobRow };

/** `send` calls the operation that prints. */
export function usePrint(send: (place: PrintPlace) => Promise<PrintAnswer>): Print {
  const { t } = useTranslation();
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const run = useMutation({
    mutationFn: async ({ isDefault, ...place }: PrintPlace & { isDefault: boolean }) => {
      if (place.printerId && isDefault) await call(printerChoice.setDefault, { id: place.printerId });
      return send(place);
    },
    onSuccess: ({ job, isNew, choices }) => {
      if (!job) return ask({ choose: choices });
      if (job.isAsked && job.state === 'handed') return ask({ show: job });
      close();
      if (isNew) return void followPaper(job);
      if (job.state === 'waiting' || job.state === 'handed') {
        toast('info', t('printing.waitsAlready', { printer: job.printerName }));
      } else ask({ again: job });
    },
  });
  const dialogs = asked && (
    <Suspense>
      {'choose' in asked && (
        <ChoosePrinterDialog
          choices={asked.choose}
          isBusy={run.isPending}
          onChoose={(printerId, isDefault) => run.mutate({ printerId, inBrowser: printerId === null, isDefault })}
          onClose={close}
        />
      )}
      {'again' in asked && <PrintAgainDialog job={asked.again} onClose={close} />}
      {'show' in asked && <PaperDialog job={asked.show} onClose={close} />}
    </Suspense>
  );
  return {
    print: () => run.mutate({ printerId: null, inBrowser: false, isDefault: false }),
    isBusy: run.isPending,
    dialogs,
  };
}
