// The backups of the company: makes one, downloads it, and sets when they are made by themselves.
import { Anchor, Button, Group } from '@mantine/core';
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
import { download } from '#web/lib/client/download.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
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
          {
            field: 'madeBy',
            width: 190,
            cell: ({ isScheduled, madeBy }) => (isScheduled ? t('list.backups.byItself') : madeBy),
          },
          { field: 'createdAt', width: 150 },
          { field: 'state', width: 230, cell: (row) => <State {...row} /> },
          { field: 'size', width: 100 },
          { field: 'expiresAt', width: 170, cell: (row) => <AvailableUntil {...row} /> },
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

function State({ id, state, progress }: Backup) {
  const { t } = useTranslation();
  const label =
    state === 'running' && progress > 0
      ? t('list.backups.runningAt', { percent: progress })
      : t(`list.backups.option.state.${state}`);
  const mark = <Mark colour={colours[state]}>{label}</Mark>;
  if (state !== 'done') return mark;
  return (
    <Group gap="md" wrap="nowrap">
      {mark}
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={(event) => {
          event.stopPropagation();
          void downloadBackup(id);
        }}
      >
        {t('list.backups.download')}
      </Anchor>
    </Group>
  );
}

function AvailableUntil({ state, isScheduled, expiresAt }: Backup) {
  const { t } = useTranslation();
  if (state === 'done' && isScheduled && expiresAt === null) return t('list.backups.untilReplaced');
  return expiresAt ? dayAndTime(expiresAt, visitorZone()) : '–';
}

/** Checks first, because a browser shows a refusal as a page of JSON. */
async function downloadBackup(id: string): Promise<void> {
  const { t } = i18next;
  const isThere = await attempt(t('list.backups.notDownloaded'), () =>
    call(companyBackups.operations.checkDownload, { id }, { handlesErrors: true }),
  );
  if (isThere) download(operationUrl(files.downloadFile, { id }));
  else await refreshList(companyBackups as unknown as Resource);
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
    run: () => void downloadBackup(id),
    disabled: isOpen ? t('list.backups.stillOpen') : reasons[state],
  };
}
