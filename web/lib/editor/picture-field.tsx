// A record's picture: choose, preview before upload, show, remove.
import { Button, FileButton, Group, Image, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { files, type PictureUse } from '#contract/files.ts';
import { application } from '#contract/site/application.ts';
import { CallError, operationUrl, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { uploadFile } from '#web/lib/client/upload-file.ts';
import { readPicture } from './read-picture.ts';

interface Props {
  use: PictureUse;
  id?: string;
  label?: string;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  /** The id of the picture. */
  value: string | null;
  onChange: (id: string | null) => void | Promise<void>;
}

export function PictureField({ use, id, label, description, error, disabled = false, value, onChange }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Asked once the person reaches for the button: most open the page for something else.
  const [isWanted, setWanted] = useState(false);
  const limitsQuery = { ...query(application.getImageSettings, { use }), staleTime: Number.POSITIVE_INFINITY };
  const limits = useQuery({ ...limitsQuery, enabled: isWanted }).data;

  async function change(to: () => Promise<string | null>): Promise<void> {
    setProblem(undefined);
    try {
      await onChange(await to());
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (!failure.leadsAway) setProblem(failure.message);
    }
  }

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    // A failure is shown where calls fail.
    const known = await queryClient.ensureQueryData(limitsQuery).catch(() => undefined);
    if (!known) return;
    const read = await readPicture(file, known);
    if ('problem' in read) return setProblem(t(read.problem, { ...read.params }));
    URL.revokeObjectURL(read.url);
    setBusy(true);
    await change(() => uploadFile(files.uploadImage, file, { use })).finally(() => setBusy(false));
  }

  return (
    <Input.Wrapper
      {...(label && { label })}
      labelElement="div"
      description={description}
      error={problem ?? error}
      styles={{ description: { marginBlockEnd: '0.5rem' } }}
    >
      {value && (
        <Image
          src={operationUrl(files.downloadFile, { id: value })}
          alt=""
          mah={use === 'logo' ? 64 : 120}
          w="auto"
          maw="100%"
          fit="contain"
          radius="sm"
          mb="xs"
        />
      )}
      <Group
        gap="xs"
        mb={problem || error ? 'xs' : 0}
        onPointerEnter={() => setWanted(true)}
        onFocus={() => setWanted(true)}
      >
        <FileButton
          onChange={(file) => void choose(file)}
          accept={limits?.mimeTypes.map(({ extension }) => `.${extension}`).join(',') ?? 'image/*'}
        >
          {(props) => (
            <Button
              {...props}
              {...(id && { id })}
              variant="default"
              disabled={disabled}
              loading={isBusy}
              leftSection={<IconPhoto size={16} stroke={1.75} />}
            >
              {t(value ? 'grid.otherPicture' : 'grid.choosePicture')}
            </Button>
          )}
        </FileButton>
        {value && !disabled && (
          <Button variant="subtle" disabled={isBusy} onClick={() => void change(async () => null)}>
            {t('grid.noPicture')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
