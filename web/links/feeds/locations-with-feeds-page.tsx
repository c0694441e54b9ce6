// The list of locations, each with its feeds and its page to share.
import { IconDeviceMobile, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feeds } from '#contract/links/feeds.ts';
import { LocationsPage } from '#web/company/locations/locations-page.tsx';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { type SharedLocation, ShareLocation } from '#web/links/sharing/share-location.tsx';
import { PlaceFeeds } from './place-feeds.tsx';

export function LocationsWithFeeds() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const isAdmin = actions.includes('admin');
  // Others may have a grant of the page, but see what takes place at the locations that they administer alone.
  const places = useQuery({ ...query(feeds.getPlaces, {}), staleTime: 5 * 60_000, enabled: !isAdmin });
  const [shown, setShown] = useState<{ id: string; name: string }>();
  const [shared, setShared] = useState<SharedLocation>();
  return (
    <>
      <LocationsPage
        actions={({ id, name, urlName }) => [
          ...(isAdmin
            ? [{ label: t('sharing.title'), icon: IconShare, run: () => setShared({ id, name, urlName }) }]
            : []),
          ...(isAdmin || places.data?.some((place) => place.id === id)
            ? [{ label: t('feeds.title'), icon: IconDeviceMobile, run: () => setShown({ id, name }) }]
            : []),
        ]}
      />
      {shared && <ShareLocation place={shared} onClose={() => setShared(undefined)} />}
      {shown && <PlaceFeeds place={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
