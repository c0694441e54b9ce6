// The picture of a banner: chosen, sent up at once, shown.
import { Button, FileButton, Group, Image, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { files } from '#contract/files.ts';
import { address } from '#web/lib/client.ts';
import type { OwnInput } from '#web/lib/editor/editor.tsx';
import { toast } from '#web/lib/toasts.ts';
import { uploadFile } from '#web/lib/upload-file.ts';

export const PictureInput: OwnInput = ({ id, label, description, error, disabled, value, onChange }) => {
  const { t } = useTranslation();
  const [isSending, setSending] = useState(false);
  async function send(file: File | null): Promise<void> {
    if (!file) return;
    setSending(true);
    const sent = await uploadFile(files.uploadImage, file);
    setSending(false);
    if ('id' in sent) onChange(sent.id);
    else toast('danger', sent.message);
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      {value && (
        <Image
          src={address(files.downloadFile, { id: value })}
          alt=""
          h={120}
          w="auto"
          fit="contain"
          radius="sm"
          mb="xs"
        />
      )}
      <Group gap="xs">
        <FileButton onChange={(file) => void send(file)} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button
              {...props}
              id={id}
              variant="default"
              disabled={disabled}
              loading={isSending}
              leftSection={<IconPhoto size={16} stroke={1.75} />}
            >
              {t(value ? 'list.banners.otherPicture' : 'list.banners.choosePicture')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {t('list.banners.noPicture')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
};
