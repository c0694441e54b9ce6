// The operator's restores of companies: uploads an archive, shows what it would restore, and restores it.
import { Button, FileButton } from '@mantine/core';
import { IconBuilding, IconDatabaseImport, IconUpload } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import { type Restore, type RestoreState, systemRestores } from '#contract/operations/restores.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import { DryRunDialog } from './dry-run-dialog.tsx';
import { UploadDialog } from './upload-dialog.tsx';

const colours: Record<RestoreState, MarkColour> = {
  uploading: 'blue',
  waiting: 'blue',
  checking: 'blue',
  checked: 'orange',
  refused: 'red',
  ordered: 'blue',
  restoring: 'blue',
  done: 'green',
  failed: 'red',
};

export function RestoresPage() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const router = useRouter();
  const [file, setFile] = useState<File | null>(null);
  // A file that was chosen before can be chosen again.
  const resetFile = useRef<() => void>(null);
  const [reviewed, review] = useState<Restore>();
  const mayRestore = allows(actions, systemRestores.operations.begin.may);
  const actionsOf = (row: Restore) => [
    ...(mayRestore && (row.state === 'checked' || (row.state === 'failed' && row.problem !== 'removed'))
      ? [{ label: t('list.restores.review'), icon: IconDatabaseImport, run: () => review(row) }]
      : []),
    ...(row.restoredTo
      ? [
          {
            label: t('list.restores.goTo'),
            icon: IconBuilding,
            run: () => void router.history.push(`/app/system/company-management?open=${row.restoredTo}`),
          },
        ]
      : []),
  ];
  return (
    <>
      <Grid
        resource={systemRestores}
        columns={[
          { field: 'createdAt', width: 150 },
          { field: 'fileName', width: 230 },
          { field: 'companyName', width: 180 },
          { field: 'state', width: 220, cell: (row) => <State {...row} /> },
          {
            field: 'problem',
            width: 260,
            wraps: true,
            cell: ({ problem }) => (problem ? t(`list.restores.option.problem.${problem}`) : '–'),
          },
          { field: 'size', width: 100 },
          { field: 'madeBy', width: 150, hidden: true },
        ]}
        details={{
          fields: [
            'createdAt',
            'fileName',
            'companyName',
            'state',
            'size',
            'madeBy',
            'endedAt',
            'problem',
            'problemAbout',
          ],
        }}
        actions={actionsOf}
        tools={
          mayRestore && (
            <FileButton resetRef={resetFile} onChange={setFile} accept=".zip,application/zip">
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}>
                  {t('list.restores.upload')}
                </Button>
              )}
            </FileButton>
          )
        }
      />
      {file && (
        <UploadDialog
          file={file}
          onClose={() => {
            setFile(null);
            resetFile.current?.();
          }}
        />
      )}
      {reviewed && <DryRunDialog restore={reviewed} onClose={() => review(undefined)} />}
    </>
  );
}

function State({ state, progress }: Restore) {
  const { t } = useTranslation();
  const label = t(`list.restores.option.state.${state}`);
  const isMoving = state === 'uploading' || state === 'checking' || state === 'restoring';
  return (
    <Mark colour={colours[state]}>
      {isMoving && progress > 0 ? t('list.restores.at', { state: label, percent: progress }) : label}
    </Mark>
  );
}
