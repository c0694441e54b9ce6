// The company's employees, with invitations. Administrators open the page of each.
import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyEmployees } from '#contract/company/people.ts';
import { EmployeesTabs } from '#web/identity/grants/rights-tabs.tsx';
import { impersonateAction } from '#web/identity/impersonation/impersonate-action.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { readGridSearch } from '#web/lib/grid/grid-search.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Leaving, LeavingDialog } from './leaving-dialog.tsx';
import { PublicCell } from './public-cell.tsx';
import { removeActions } from './remove-actions.ts';

export function EmployeesPage() {
  const { t } = useTranslation();
  const me = useCurrentUser();
  // The page can be granted to others; rights are for administrators only.
  const isAdmin = me.actions.includes('admin') || me.actions.includes('sys');
  const [isInviting, invite] = useState(false);
  const [leaving, setLeaving] = useState<Leaving>();
  const navigate = useNavigate();
  const { open } = readGridSearch(useSearch({ strict: false }));
  if (isAdmin && open) return <Navigate to="/app/company/employees/$id" params={{ id: open }} replace />;
  const openPage = ({ id }: { id: string }) => void navigate({ to: '/app/company/employees/$id', params: { id } });
  return (
    <>
      {isAdmin && <EmployeesTabs />}
      <Grid
        resource={companyEmployees}
        columns={[
          { field: 'name', width: 178, below: ({ profession }) => profession },
          { field: 'eMail', width: 205 },
          { field: 'visibility', width: 245, cell: (person) => <PublicCell {...{ person, isAdmin }} /> },
          { field: 'actions', width: 140 },
          { field: 'locations', width: 150 },
          { field: 'profession', hidden: true },
          { field: 'language', hidden: true },
          { field: 'createdAt', hidden: true },
        ]}
        actions={(person) =>
          isAdmin
            ? [
                impersonateAction('company', person, me.user.id),
                ...removeActions('company', person, me, { onLeaving: setLeaving }),
              ]
            : []
        }
        {...(isAdmin && { openPage })}
        tools={
          <Button leftSection={<IconMailPlus size={16} stroke={1.75} />} onClick={() => invite(true)}>
            {t('list.users.invite')}
          </Button>
        }
      />
      {leaving && <LeavingDialog key={leaving.id} leaving={leaving} onClose={() => setLeaving(undefined)} />}
      {isInviting && <InviteDialog onClose={() => invite(false)} />}
    </>
  );
}
