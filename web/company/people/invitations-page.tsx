// The invitations of the company that are not accepted yet.
import { Button } from '@mantine/core';
import { IconMailPlus, IconSend, IconTrash } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyInvitations } from '#contract/identity/invitations.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import { EmployeesTabs } from '#web/identity/grants/rights-tabs.tsx';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark } from '#web/lib/grid/mark.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { toastMailed } from '#web/messaging/mail/mail-states.ts';
import { InviteDialog } from './invite-dialog.tsx';

type Invitation = RowOf<(typeof companyInvitations)['declared']>;

export function InvitationsPage() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const isAdmin = actions.includes('admin') || actions.includes('sys');
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <EmployeesTabs />
      <Grid
        resource={companyInvitations}
        columns={[
          { field: 'createdAt', width: 130 },
          { field: 'eMail', width: 240 },
          {
            field: 'state',
            width: 105,
            cell: ({ state }) => (
              <Mark colour={state === 'waiting' ? 'blue' : 'orange'}>
                {t(`list.invitations.option.state.${state}`)}
              </Mark>
            ),
          },
          { field: 'actions', width: 215, wraps: true },
          { field: 'locations', width: 165 },
          { field: 'expiresAt', hidden: true, width: 165 },
        ]}
        actions={(row) =>
          isAdmin
            ? [
                { label: t('list.invitations.sendAgain'), icon: IconSend, run: () => void sendAgain(row) },
                {
                  label: t('list.invitations.withdraw'),
                  icon: IconTrash,
                  danger: true,
                  run: () => void withdraw(row),
                },
              ]
            : []
        }
        tools={
          isAdmin && (
            <Button leftSection={<IconMailPlus size={16} stroke={1.75} />} onClick={() => setInviting(true)}>
              {t('list.users.invite')}
            </Button>
          )
        }
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

async function sendAgain({ id, eMail }: Invitation): Promise<void> {
  const isDone = await attempt(i18next.t('list.invitations.notSent', { eMail }), () =>
    call(companyInvitations.operations.sendAgain, { id }, { handlesErrors: true }),
  );
  if (isDone) void toastMailed('account', i18next.t('list.users.invited', { name: eMail }));
  await refreshList(companyInvitations);
}

async function withdraw({ id, eMail }: Invitation): Promise<void> {
  const { t } = i18next;
  const confirmed = await ask({
    title: t('list.invitations.withdrawTitle', { eMail }),
    text: t('list.invitations.withdrawText'),
    confirmLabel: t('list.invitations.withdraw'),
    danger: true,
  });
  if (!confirmed) return;
  const isDone = await attempt(t('list.invitations.notWithdrawn', { eMail }), () =>
    call(companyInvitations.operations.withdraw, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.invitations.withdrawn', { eMail }));
  await refreshList(companyInvitations);
}
