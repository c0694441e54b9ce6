// Prints a paper: asks where if need be, offers a copy of what was printed, and says what became of it.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printerChoice } from '#contract/devices/devices.ts';
import type { PrintAnswer, PrintJobRow } from '#contract/devices/print-jobs.ts';
import { call } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { ChoosePrinterDialog } from './choose-printer-dialog.tsx';
import { followPaper } from './follow-paper.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { PrintAgainDialog } from './print-again-dialog.tsx';

/** Where a paper is printed; null lets the server decide. */
export interface PrintPlace {
  printerId: string | null;
  copy: number;
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
    mutationFn: async ({ printerId, isDefault }: { printerId: string | null; isDefault: boolean }) => {
      if (printerId && isDefault) await call(printerChoice.setDefault, { id: printerId });
      return send({ printerId, copy: 0 });
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
    <>
      {'choose' in asked && (
        <ChoosePrinterDialog
          choices={asked.choose}
          isBusy={run.isPending}
          onChoose={(printerId, isDefault) => run.mutate({ printerId, isDefault })}
          onClose={close}
        />
      )}
      {'again' in asked && <PrintAgainDialog job={asked.again} onClose={close} />}
      {'show' in asked && <PaperDialog job={asked.show} onClose={close} />}
    </>
  );
  return { print: () => run.mutate({ printerId: null, isDefault: false }), isBusy: run.isPending, dialogs };
}
