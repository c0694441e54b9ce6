// The actions of a row of printers or cash registers that print its test page, and say that it is on paper.
import { IconCheck, IconFileCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { companyCashRegisters, companyPrinters } from '#contract/devices/devices.ts';
import { printJobs } from '#contract/devices/print-jobs.ts';
import { usePrint } from '#web/devices/printing/use-print.tsx';
import { call } from '#web/lib/client/client.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

const lists = { companyPrinters, companyCashRegisters };

interface Device {
  id: string;
  name: string;
  isConfirmed: boolean;
  /** Of a printer. */
  connection?: string;
}

export function useTestPage(list: keyof typeof lists): { actions(device: Device): RowAction[]; dialogs: ReactNode } {
  const { t } = useTranslation();
  const printer = useRef('');
  const { print, dialogs } = usePrint(() => call(printJobs.printTestPage, { printerId: printer.current }));
  const confirm = useMutation({
    mutationFn: ({ id }: Device) => call(printJobs.confirm, { printerId: id }),
    onSuccess: (_, { name }) => {
      toast('success', t('printing.confirmed', { printer: name }));
      void refreshList(lists[list]);
    },
  });
  return {
    actions: (row) => [
      {
        label: t('printing.testPage'),
        icon: IconFileCheck,
        run: () => {
          printer.current = row.id;
          print();
        },
      },
      ...(row.isConfirmed || row.connection === 'browser'
        ? []
        : [{ label: t('printing.confirmTest'), icon: IconCheck, run: () => confirm.mutate(row) }]),
    ],
    dialogs,
  };
}
