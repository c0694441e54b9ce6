// Prints what a customer has paid.
import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { papers } from '#contract/booking/papers.ts';
import { usePrint } from '#web/devices/printing/use-print.tsx';
import { call } from '#web/lib/client/client.ts';

export function PaymentNote({ receiptId }: { receiptId: string }) {
  const { t } = useTranslation();
  const { print, isBusy, dialogs } = usePrint((place) => call(papers.printPaymentNote, { receiptId, ...place }));
  return (
    <>
      <ActionIcon variant="subtle" aria-label={t('printing.paymentNote')} loading={isBusy} onClick={print}>
        <IconPrinter size={17} stroke={1.75} />
      </ActionIcon>
      {dialogs}
    </>
  );
}
