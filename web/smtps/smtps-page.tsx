// The mail servers of the installation.
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemSmtps } from '#contract/smtps.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { PasswordField } from './password-field.tsx';
import { SmtpTest } from './smtp-test.tsx';

export function SmtpsPage() {
  const { t } = useTranslation();
  const [tested, test] = useState<{ id: string; key: string }>();
  return (
    <>
      <Grid
        resource={systemSmtps}
        columns={[
          { field: 'key', width: 160 },
          { field: 'host', width: 220 },
          { field: 'port', width: 90, cell: ({ port }) => port },
          { field: 'ssl', width: 150 },
          { field: 'userName', width: 160 },
          { field: 'hasPassword', width: 150, hidden: true },
          { field: 'timeOut', width: 180, hidden: true },
          { field: 'isDefault', width: 120 },
        ]}
        inputs={{ password: PasswordField }}
        actions={(row) => [{ label: t('list.smtps.test'), icon: IconMailForward, run: () => test(row) }]}
      />
      {tested && <SmtpTest smtp={tested} onClose={() => test(undefined)} />}
    </>
  );
}
