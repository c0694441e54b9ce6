// The mail servers of the installation.
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '#contract/lib/resource.ts';
import { systemSmtps } from '#contract/messaging/hosts.ts';
import type { Column } from '#web/lib/grid/columns.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { type Host, hostColumns } from './host-columns.ts';
import { PasswordField } from './password-field.tsx';
import { PausedRoutes } from './paused-routes.tsx';
import { SmtpTest } from './smtp-test.tsx';

type Smtp = RowOf<(typeof systemSmtps)['declared']>;

const smtpColumns: readonly Column<Smtp>[] = [
  ...(hostColumns as readonly Column<Host>[] as readonly Column[] as readonly Column<Smtp>[]),
  { field: 'forAccounts', width: 130 },
  { field: 'forVisits', width: 130 },
  { field: 'forCampaigns', width: 130 },
  { field: 'position', width: 100, hidden: true },
  { field: 'maxConnections', width: 130, hidden: true },
  { field: 'perSecond', width: 130, hidden: true },
  { field: 'perHour', width: 130, hidden: true },
  { field: 'perDay', width: 130, hidden: true },
];

export function SmtpsPage() {
  const { t } = useTranslation();
  const [tested, test] = useState<{ id: string; key: string }>();
  return (
    <>
      <PausedRoutes operations={systemSmtps.operations} />
      <Grid
        resource={systemSmtps}
        columns={smtpColumns}
        inputs={{ password: PasswordField }}
        actions={(row) => [{ label: t('list.smtps.test'), icon: IconMailForward, run: () => test(row) }]}
      />
      {tested && <SmtpTest smtp={tested} onClose={() => test(undefined)} />}
    </>
  );
}
