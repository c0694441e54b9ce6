// The backups of the company: makes one, downloads it, and sets when they are made by themselves.
import { Button } from '@mantine/core';
import { IconCalendarClock, IconDatabaseExport, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { files } from '#contract/files.ts';
import { allows } from '#contract/lib/may.ts';
import type { Resource } from '#contract/lib/resource.ts';
import { type Backup, type BackupState, companyBackups } from '#contract/operations/backups.ts';
import { call, operationUrl } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

const colours: Record<BackupState, MarkColour> = {
  waiting: 'blue',
  running: 'blue',
  done: 'green',
  failed: 'red',
  expired: 'inverse',
};

export function DataBackupPage() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const [isScheduling, setScheduling] = useState(false);
  const make = useMutation({ mutationFn: makeBackup });
  const mayMake = allows(actions, companyBackups.operations.make.may);
  return (
    <>
      <Grid
        resource={companyBackups}
        columns={[
          { field: 'createdAt', width: 170 },
          { field: 'state', width: 190, cell: (row) => <State {...row} /> },
          { field: 'size', width: 110 },
          {
            field: 'madeBy',
            width: 190,
            cell: ({ isScheduled, madeBy }) => (isScheduled ? t('list.backups.byItself') : madeBy),
          },
          { field: 'expiresAt', width: 170 },
        ]}
        details={{ fields: ['createdAt', 'state', 'size', 'madeBy', 'isScheduled', 'expiresAt'] }}
        actions={(row) => [downloadAction(row)]}
        tools={
          mayMake && (
            <>
              <Button
                variant="default"
                leftSection={<IconCalendarClock size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => setScheduling(true)}
              >
                {t('list.backups.schedule')}
              </Button>
              <Button
                leftSection={<IconDatabaseExport size={16} stroke={1.75} aria-hidden="true" />}
                loading={make.isPending}
                onClick={() => make.mutate()}
              >
                {t('list.backups.make')}
              </Button>
            </>
          )
        }
      />
      {isScheduling && <ScheduleDialog onClose={() => setScheduling(false)} />}
    </>
  );
}

function State({ state, progress }: Backup) {
  const { t } = useTranslation();
  const label =
    state === 'running' && progress > 0
      ? t('list.backups.runningAt', { percent: progress })
      : t(`list.backups.option.state.${state}`);
  return <Mark colour={colours[state]}>{label}</Mark>;
}

async function makeBackup(): Promise<void> {
  const { t } = i18next;
  const isBegun = await attempt(t('list.backups.notMade'), () =>
    call(companyBackups.operations.make, {}, { handlesErrors: true }),
  );
  if (isBegun) toast('success', t('list.backups.begun'));
  await refreshList(companyBackups as unknown as Resource);
}

function downloadAction({ id, state }: Backup): RowAction {
  const { t } = i18next;
  const isOpen = state === 'waiting' || state === 'running';
  const reasons: Partial<Record<BackupState, string>> = {
    failed: t('list.backups.notMade'),
    expired: t('list.backups.gone'),
  };
  return {
    label: t('list.backups.download'),
    icon: IconDownload,
    run: () => location.assign(operationUrl(files.downloadFile, { id })),
    disabled: isOpen ? t('list.backups.stillOpen') : reasons[state],
  };
}
