// The address of the profile to share: a link to copy, and a QR code to download.
import { Alert, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setup } from '#contract/reports/setup.ts';
import { call } from '#web/lib/client/client.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { ShareLink } from '#web/lib/ui/picture/share-link.tsx';

interface Props {
  title: string;
  path: string | null;
  isPublic: boolean;
  onClose(): void;
}

export function ShareDialog({ title, path, isPublic, onClose }: Props) {
  const { t } = useTranslation();
  const share = useMutation({ mutationFn: () => call(setup.share, {}) });
  const texts = { link: t('dashboard.setup.link'), qr: t('dashboard.setup.qr'), copied: t('dashboard.setup.copied') };
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
          <ShareLink
            url={`${location.origin}${path}`}
            texts={texts}
            isDisabled={!isPublic}
            onShared={() => share.mutate()}
          />
        </Stack>
      )}
    </LargeDialog>
  );
}
