// The actions of a row that download the package of a device, and that end its key first.
import { IconDownload, IconKeyOff } from '@tabler/icons-react';
import i18next from 'i18next';
import {
  companyCashRegisters,
  companyPrinters,
  systemCashRegisters,
  systemPrinters,
} from '#contract/devices/devices.ts';
import { files } from '#contract/files.ts';
import { call, operationUrl } from '#web/lib/client/client.ts';
import { download } from '#web/lib/client/download.ts';
import { attempt } from '#web/lib/client/failures.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

const lists = { companyPrinters, systemPrinters, companyCashRegisters, systemCashRegisters };

interface Device {
  id: string;
  name: string;
  /** Cash registers have none: an application connects all of them. */
  connection?: string;
}

export function packageActions(list: keyof typeof lists, { id, name, connection = 'agent' }: Device): RowAction[] {
  const { t } = i18next;
  if (connection !== 'agent') return [];
  const { download: read, reset } = lists[list].operations;
  return [
    {
      label: t('devices.download'),
      icon: IconDownload,
      run: () => void fetchPackage(t('devices.notDownloaded', { name }), read, id),
    },
    {
      label: t('devices.reset'),
      icon: IconKeyOff,
      danger: true,
      run: async () => {
        const isAgreed = await ask({
          title: t('devices.resetQuestion', { name }),
          text: t('devices.resetText'),
          confirmLabel: t('devices.reset'),
          danger: true,
        });
        if (isAgreed) await fetchPackage(t('devices.notReset', { name }), reset, id);
      },
    },
  ];
}

async function fetchPackage(
  failure: string,
  operation: (typeof companyPrinters)['operations']['download'],
  id: string,
): Promise<void> {
  await attempt(failure, async () => {
    const ticket = await call(operation, { id }, { handlesErrors: true });
    download(operationUrl(files.downloadFile, ticket));
    toast('success', i18next.t('devices.packaged'));
  });
}
