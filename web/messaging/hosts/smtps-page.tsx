// The mail servers of the installation.
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '#contract/lib/resource.ts';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import type { Column } from '#web/lib/grid/columns.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Notices } from '#web/lib/ui/page/notices.tsx';
import { type Host, hostColumns, portCell } from './host-columns.ts';
import { KeptMails } from './kept-mails.tsx';
import { PasswordField } from './password-field.tsx';
import { PausedRoutes } from './paused-routes.tsx';
import { SmtpTest } from './smtp-test.tsx';

type Smtp = RowOf<(typeof systemSmtps)['declared']>;

const smtpColumns: readonly Column<Smtp>[] = [
  { field: 'key', width: 140 },
  { field: 'host', width: 175 },
  { field: 'forAccounts', width: 90 },
  { field: 'forVisits', width: 120 },
  { field: 'forCampaigns', width: 105 },
  { field: 'port', width: 70, cell: portCell },
  ...(hostColumns as readonly Column<Host>[] as readonly Column[] as readonly Column<Smtp>[]),
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
      <Notices>
        <KeptMails />
        <PausedRoutes operations={systemSmtps.operations} />
      </Notices>
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
