// The button that prints a paper.
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { type PrintPlace, usePrint } from './use-print.tsx';

interface Props {
  /** Calls the operation that prints. */
  send(place: PrintPlace): Promise<PrintAnswer>;
  /** Of what is printed, such as "Print slip"; "Print" by default. */
  label?: string;
  isSmall?: boolean;
}

export function PrintButton({ send, label, isSmall = false }: Props) {
  const { t } = useTranslation();
  const { print, isBusy, dialogs } = usePrint(send);
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : 'sm'}
        leftSection={<IconPrinter size={isSmall ? 15 : 17} stroke={1.75} aria-hidden="true" />}
        loading={isBusy}
        onClick={print}
      >
        {label ?? t('printing.print')}
      </Button>
      {dialogs}
    </>
  );
}
