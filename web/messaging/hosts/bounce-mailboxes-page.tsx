// The mailboxes that receive bounces and complaints.
import { IconMailSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemBounceMailboxes } from '#contract/messaging/bounce-mailboxes.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark } from '#web/lib/grid/mark.tsx';
import { ToggleCell } from '#web/lib/grid/toggle-cell.tsx';
import { MailboxTest } from './mailbox-test.tsx';
import { PasswordField } from './password-field.tsx';

export function BounceMailboxesPage() {
  const { t } = useTranslation();
  const [tested, test] = useState<{ id: string; key: string }>();
  return (
    <>
      <Grid
        resource={systemBounceMailboxes}
        columns={[
          { field: 'key', width: 150 },
          { field: 'host', width: 180 },
          { field: 'address', width: 200 },
          {
            field: 'readAt',
            width: 200,
            cell: ({ problem, readAt }) =>
              problem ? (
                <Mark colour="red">{t('list.bouncemailboxes.fails')}</Mark>
              ) : readAt ? (
                <Mark colour="green">{t('list.bouncemailboxes.reads')}</Mark>
              ) : (
                t('list.bouncemailboxes.notYet')
              ),
          },
          {
            field: 'active',
            width: 110,
            cell: (row) => <ToggleCell resource={systemBounceMailboxes} row={row} field="active" />,
          },
          { field: 'userName', width: 160, hidden: true },
          { field: 'folder', width: 120, hidden: true },
          { field: 'movedTo', width: 120, hidden: true },
          // No digit grouping: a port is not an amount.
          { field: 'port', width: 90, hidden: true, cell: ({ port }) => port },
          { field: 'problem', width: 300, hidden: true },
        ]}
        inputs={{ password: PasswordField }}
        actions={(row) => [{ label: t('list.bouncemailboxes.test'), icon: IconMailSearch, run: () => test(row) }]}
      />
      {tested && <MailboxTest mailbox={tested} onClose={() => test(undefined)} />}
    </>
  );
}
