// The page of a location to share: its address and QR code, and the code that shows its form on the company's website.
import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicLocations } from '#contract/booking/business-page.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { ShareLink } from '#web/lib/ui/picture/share-link.tsx';
import { OnYourWebsite } from './on-your-website.tsx';

export interface SharedLocation {
  id: string;
  name: string;
  urlName: string;
}

export function ShareLocation({ place, onClose }: { place: SharedLocation; onClose(): void }) {
  const { t } = useTranslation();
  const { urlName } = place;
  const share = useMutation({ mutationFn: () => call(companyLocations.operations.share, { id: place.id }) });
  const read = useQuery({
    queryKey: [publicLocations.getPage.path, { locationUrlName: urlName }, 'exists'],
    queryFn: ({ signal }) => isThere(urlName, signal),
    staleTime: 0,
  });
  const texts = { link: t('sharing.link'), qr: t('sharing.qr'), copied: t('sharing.copied') };
  return (
    <LargeDialog title={`${t('sharing.title')}: ${place.name}`} size="xl" onClose={onClose}>
      {read.isPending ? (
        <Skeleton height={320} role="status" aria-label={t('app.loading')} />
      ) : read.isError ? (
        <TryAgain onRetry={() => void read.refetch()} />
      ) : (
        <Stack gap="md" align="flex-start">
          {!read.data && (
            <Alert color="orange" variant="light" w="100%" styles={{ message: { color: 'var(--daybook-text)' } }}>
              {t('sharing.notPublic')}
            </Alert>
          )}
          <ShareLink
            url={`${location.origin}/${encodeURIComponent(urlName)}`}
            texts={texts}
            isDisabled={!read.data}
            onShared={() => share.mutate()}
          />
          {read.data && <OnYourWebsite urlName={urlName} onShared={() => share.mutate()} />}
        </Stack>
      )}
    </LargeDialog>
  );
}

/** Whether the location has a public page. */
async function isThere(locationUrlName: string, signal: AbortSignal): Promise<boolean> {
  try {
    await call(publicLocations.getPage, { locationUrlName }, { signal, handlesErrors: [404] });
    return true;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return false;
    throw error;
  }
}
