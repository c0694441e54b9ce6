// Addresses that receive no mail for a while, with an action that allows one again.
import { IconMailCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import type { RowOf } from '#contract/lib/resource.ts';
import { systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toasts.ts';

type Suppressed = RowOf<(typeof systemSuppressedAddresses)['declared']>;

export function SuppressedAddressesPage() {
  return (
    <Grid
      resource={systemSuppressedAddresses}
      columns={[
        { field: 'createdAt', width: 165 },
        { field: 'eMail', width: 215 },
        { field: 'reason', width: 175 },
        { field: 'times', width: 95 },
        { field: 'expiresAt', width: 165 },
        { field: 'evidence', width: 300, hidden: true },
      ]}
      actions={(row) => [
        { label: i18next.t('list.suppressedaddresses.allow'), icon: IconMailCheck, run: () => void allow(row) },
      ]}
    />
  );
}

async function allow({ id, eMail }: Suppressed): Promise<void> {
  const { t } = i18next;
  const isDone = await attempt(t('list.suppressedaddresses.notAllowed', { eMail }), () =>
    call(systemSuppressedAddresses.operations.allow, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.suppressedaddresses.allowed', { eMail }));
  await refreshList(systemSuppressedAddresses);
}
