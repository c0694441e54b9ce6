// The people of the company, and the way to invite more.
import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyEmployees } from '#contract/employees.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { actAs } from './act-as.ts';
import { InviteDialog } from './invite-dialog.tsx';

export function EmployeesPage() {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const [isInviting, invite] = useState(false);
  return (
    <>
      <Grid
        resource={companyEmployees}
        columns={[
          { field: 'name', width: 200 },
          { field: 'eMail', width: 220 },
          { field: 'profession', width: 150 },
          { field: 'actions', width: 130 },
          { field: 'locations', width: 190 },
          { field: 'language', hidden: true },
          { field: 'createdAt', hidden: true },
        ]}
        actions={(person) => [actAs('company', person, user.id)]}
        tools={
          <Button leftSection={<IconMailPlus size={16} stroke={1.75} />} onClick={() => invite(true)}>
            {t('list.users.invite')}
          </Button>
        }
      />
      {isInviting && <InviteDialog onClose={() => invite(false)} />}
    </>
  );
}
