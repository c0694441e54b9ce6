// Addresses and numbers that receive no messages for a while, with actions that allow them again.
import { IconMailCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { companySuppressedAddresses, systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt, showError } from '#web/lib/client/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { AllowStopped } from './allow-stopped.tsx';

type List = typeof companySuppressedAddresses | typeof systemSuppressedAddresses;

export const SuppressedAddressesPage = () => <Addresses list={systemSuppressedAddresses} />;

export const CompanySuppressedAddressesPage = () => <Addresses list={companySuppressedAddresses} />;

function Addresses({ list }: { list: List }) {
  const [stopped, askWhy] = useState<{ id: string; address: string }>();
  // The operator has no one to account to but the audit, which names them.
  const needsWhy = list.area === 'company';
  return (
    <>
      <Grid
        // The rows of the operator's list name their company as well.
        resource={list as typeof companySuppressedAddresses}
        columns={[
          { field: 'createdAt', width: 150 },
          { field: 'address', width: 205 },
          { field: 'reason', width: 165 },
          { field: 'purpose', width: 140 },
          { field: 'expiresAt', width: 150 },
          { field: 'medium', width: 110, hidden: true },
          { field: 'times', width: 95, hidden: true },
          { field: 'evidence', width: 300, hidden: true },
        ]}
        bulkActions={[
          {
            label: i18next.t('list.suppressedaddresses.allow'),
            icon: IconMailCheck,
            run: (rows) => allowMany(list, rows),
          },
        ]}
        actions={(row) => [
          {
            label: i18next.t('list.suppressedaddresses.allow'),
            icon: IconMailCheck,
            run: () => (needsWhy && row.reason === 'stop' ? askWhy(row) : void allow(list, row)),
          },
        ]}
      />
      {stopped && <AllowStopped stopped={stopped} onClose={() => askWhy(undefined)} />}
    </>
  );
}

async function allow(list: List, { id, address }: { id: string; address: string }): Promise<void> {
  const { t } = i18next;
  const isDone = await attempt(t('list.suppressedaddresses.notAllowed', { address }), () =>
    call((list as typeof systemSuppressedAddresses).operations.allow, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.suppressedaddresses.allowed', { address }));
  await refreshList(list as typeof systemSuppressedAddresses);
}

async function allowMany(list: List, rows: readonly { id: string }[]): Promise<void> {
  const { t } = i18next;
  try {
    const { operations } = list as typeof systemSuppressedAddresses;
    const ids = rows.map(({ id }) => id);
    const { changed } = await call(operations.allowMany, { ids }, { handlesErrors: true });
    toast('success', t('list.suppressedaddresses.allowedMany', { count: changed }));
  } catch (error) {
    showError(error, t('list.suppressedaddresses.notAllowedMany'));
  }
  await refreshList(list as typeof systemSuppressedAddresses);
}
