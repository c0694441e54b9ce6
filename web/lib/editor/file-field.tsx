// A record's file: choose, store, show by name, remove.
import { Anchor, Button, FileButton, Group, Input } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { files, type UploadUse } from '#contract/files.ts';
import { application } from '#contract/site/application.ts';
import { CallError, operationUrl, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { uploadFile } from '#web/lib/client/upload-file.ts';
import { trackUpload } from './pending-uploads.ts';

interface Props {
  use: UploadUse;
  id: string;
  label: string;
  description: ReactNode;
  error: ReactNode;
  disabled: boolean;
  required: boolean;
  /** The id of the file, and its name as it was stored. */
  value: string | null;
  name: string;
  /** Whether the record can be without a file. */
  canRemove: boolean;
  onChange: (id: string | null) => void;
}

/** A refused file is not stored, and the former one stays. */
export function FileField({ use, value, name, canRemove, onChange, ...shared }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  const limitsQuery = { ...query(application.getFileSettings, { use }), staleTime: Number.POSITIVE_INFINITY };
  const limits = useQuery(limitsQuery).data;
  const { id, label, description, error, disabled, required } = shared;

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    // A failure is shown where calls fail.
    const known = await queryClient.ensureQueryData(limitsQuery).catch(() => undefined);
    if (!known) return;
    const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
    if (!known.mimeTypes.some((kind) => kind.extension === extension)) return setProblem(t('file.type'));
    if (file.size > known.maxSize) {
      return setProblem(t('file.large', { maximum: Math.round((known.maxSize / 1024 / 1024) * 100) / 100 }));
    }
    setProblem(undefined);
    setBusy(true);
    try {
      const stored = await uploadFile(files.uploadFile, file, { use });
      setChosen({ id: stored, name: file.name });
      onChange(stored);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (!failure.leadsAway) setProblem(failure.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={problem ?? error}
      withAsterisk={required}
      styles={{ description: { marginBlockEnd: '0.5rem' } }}
    >
      {value && (
        <Anchor display="block" mb="xs" href={operationUrl(files.downloadFile, { id: value })} download>
          {chosen?.id === value ? chosen.name : name}
        </Anchor>
      )}
      <Group gap="xs" mb={problem || error ? 'xs' : 0}>
        <FileButton
          onChange={(file) => void trackUpload(choose(file))}
          accept={limits?.mimeTypes.map(({ extension }) => `.${extension}`).join(',') ?? ''}
        >
          {(props) => (
            <Button
              {...props}
              id={id}
              variant="default"
              disabled={disabled}
              loading={isBusy}
              leftSection={<IconUpload size={16} stroke={1.75} />}
            >
              {t(value ? 'grid.otherFile' : 'grid.chooseFile')}
            </Button>
          )}
        </FileButton>
        {value && canRemove && !disabled && (
          <Button variant="subtle" disabled={isBusy} onClick={() => onChange(null)}>
            {t('grid.noPicture')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
