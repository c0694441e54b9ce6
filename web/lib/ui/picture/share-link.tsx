// An address to share: as text to copy, and as a QR code to download.
import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { QrCode } from './qr-code.tsx';

interface Props {
  url: string;
  /** The names of the field and of the code, and the message after copying. */
  texts: { link: string; qr: string; copied: string };
  /** The address leads nowhere yet. */
  isDisabled?: boolean;
  /** After it was copied or downloaded. */
  onShared(): void;
}

export function ShareLink({ url, texts, isDisabled = false, onShared }: Props) {
  const { t } = useTranslation();
  async function copy() {
    if (await copyText(url, texts.copied)) onShared();
  }
  function download() {
    const picture = new Blob([renderSVG(url, { ecc: 'M', border: 4 })], { type: 'image/svg+xml' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(picture);
    link.download = `${decodeURIComponent(url.split('/').at(-1) ?? '') || 'daybook'}.svg`;
    link.click();
    URL.revokeObjectURL(link.href);
    onShared();
  }
  return (
    <>
      <TextInput w="100%" label={texts.link} value={url} readOnly data-autofocus />
      {!isDisabled && <QrCode text={url} label={texts.qr} />}
      <Group>
        <Button disabled={isDisabled} leftSection={<IconCopy size={18} stroke={1.75} />} onClick={() => void copy()}>
          {t('dashboard.setup.copy')}
        </Button>
        <Button
          variant="default"
          disabled={isDisabled}
          leftSection={<IconDownload size={18} stroke={1.75} />}
          onClick={download}
        >
          {t('dashboard.setup.download')}
        </Button>
      </Group>
    </>
  );
}
