// The address of the profile to share: a link to copy, and a QR code to download.
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import { setup } from '#contract/reports/setup.ts';
import { call } from '#web/lib/client/client.ts';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { QrCode } from '#web/lib/ui/picture/qr-code.tsx';

interface Props {
  title: string;
  path: string | null;
  isPublic: boolean;
  onClose(): void;
}

export function ShareDialog({ title, path, isPublic, onClose }: Props) {
  const { t } = useTranslation();
  const share = useMutation({ mutationFn: () => call(setup.share, {}) });
  const url = path === null ? '' : `${location.origin}${path}`;
  async function copy() {
    if (await copyText(url, t('dashboard.setup.copied'))) share.mutate();
  }
  function download() {
    const picture = new Blob([renderSVG(url, { ecc: 'M', border: 4 })], { type: 'image/svg+xml' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(picture);
    link.download = `${path?.split('/').at(-1) ?? 'daybook'}.svg`;
    link.click();
    URL.revokeObjectURL(link.href);
    share.mutate();
  }
  return (
    <LargeDialog title={title} size="lg" onClose={onClose}>
      {path === null ? (
        <p>{t('hours.noLocation')}</p>
      ) : (
        <Stack gap="md" align="flex-start">
          {!isPublic && (
            <Alert color="orange" variant="light" w="100%" styles={{ message: { color: 'var(--daybook-text)' } }}>
              {t('dashboard.setup.notPublic')}
            </Alert>
          )}
          <TextInput w="100%" label={t('dashboard.setup.link')} value={url} readOnly data-autofocus />
          {isPublic && <QrCode text={url} label={t('dashboard.setup.qr')} />}
          <Group>
            <Button disabled={!isPublic} leftSection={<IconCopy size={18} stroke={1.75} />} onClick={() => void copy()}>
              {t('dashboard.setup.copy')}
            </Button>
            <Button
              variant="default"
              disabled={!isPublic}
              leftSection={<IconDownload size={18} stroke={1.75} />}
              onClick={download}
            >
              {t('dashboard.setup.download')}
            </Button>
          </Group>
        </Stack>
      )}
    </LargeDialog>
  );
}
