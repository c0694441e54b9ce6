// The action of a Star or Epson printer's row that shows the address which it asks for paper.
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyPrinters, systemPrinters } from '#contract/devices/devices.ts';
import { call, query } from '#web/lib/client/client.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';

const lists = { companyPrinters, systemPrinters };

interface Printer {
  id: string;
  name: string;
  connection: string;
  seenAt: string | null;
}

export function useConnect(list: keyof typeof lists): { actions(printer: Printer): RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const [shown, show] = useState<{ name: string; address: string; connection: 'star' | 'epson' }>();
  const connect = useMutation({
    mutationFn: ({ id }: Printer) => call(lists[list].operations.connect, { id }),
    onSuccess: ({ address }, { name, connection }) =>
      show({ name, address, connection: connection === 'star' ? 'star' : 'epson' }),
  });
  async function start(printer: Printer): Promise<void> {
    const isAgreed =
      printer.seenAt === null ||
      (await ask({
        title: t('devices.connectAgain', { name: printer.name }),
        text: t('devices.connectAgainText'),
        confirmLabel: t('devices.connect'),
        danger: true,
      }));
    if (isAgreed) connect.mutate(printer);
  }
  return {
    actions: (printer) =>
      printer.connection === 'star' || printer.connection === 'epson'
        ? [{ label: t('devices.connect'), icon: IconPlugConnected, run: () => void start(printer) }]
        : [],
    dialog: shown && (
      <Dialog title={t('devices.connectTitle', { name: shown.name })} onClose={() => show(undefined)} size="lg">
        <p style={{ marginBlockStart: 0 }}>{t(`devices.connectSteps.${shown.connection}`)}</p>
        <TextInput
          label={t('devices.address')}
          description={t('devices.addressOnce')}
          value={shown.address}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <AddressCheck list={list} />
        <Group justify="flex-end" mt="md">
          <Button data-autofocus onClick={() => void copyText(shown.address, t('devices.addressCopied'))}>
            {t('devices.copyAddress')}
          </Button>
        </Group>
      </Dialog>
    ),
  };
}

/** Says whether a printer can ask the address of this installation. */
function AddressCheck({ list }: { list: keyof typeof lists }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({ ...query(lists[list].operations.checkAddress, {}), retry: false });
  const result = isError ? 'failed' : 'running';
  return (
    <Alert mt="md" variant="light" role="status" color={isError || data?.problem ? 'orange' : 'blue'}>
      {t(`devices.addressCheck.${data ? data.problem || 'good' : result}`)}
    </Alert>
  );
}
