// The mail servers of the installation.
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemSmtps } from '#contract/messaging/hosts.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { hostColumns } from './host-columns.ts';
import { PasswordField } from './password-field.tsx';
import { SmtpTest } from './smtp-test.tsx';

export function SmtpsPage() {
  const { t } = useTranslation();
  const [tested, test] = useState<{ id: string; key: string }>();
  return (
    <>
      <Grid
        resource={systemSmtps}
        columns={hostColumns}
        inputs={{ password: PasswordField }}
        actions={(row) => [{ label: t('list.smtps.test'), icon: IconMailForward, run: () => test(row) }]}
      />
      {tested && <SmtpTest smtp={tested} onClose={() => test(undefined)} />}
    </>
  );
}
