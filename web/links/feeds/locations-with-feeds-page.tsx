// The list of locations, each with its feeds and its page to share.
import { IconDeviceMobile, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationsPage } from '#web/company/locations/locations-page.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { type SharedLocation, ShareLocation } from '#web/links/sharing/share-location.tsx';
import { PlaceFeeds } from './place-feeds.tsx';

export function LocationsWithFeeds() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  // Others may have a grant of the page, which only reads; local administrators have the feeds on their account page.
  const mayAdd = actions.includes('admin');
  const [shown, setShown] = useState<{ id: string; name: string }>();
  const [shared, setShared] = useState<SharedLocation>();
  return (
    <>
      <LocationsPage
        actions={({ id, name, urlName }) =>
          mayAdd
            ? [
                { label: t('sharing.title'), icon: IconShare, run: () => setShared({ id, name, urlName }) },
                { label: t('feeds.title'), icon: IconDeviceMobile, run: () => setShown({ id, name }) },
              ]
            : []
        }
      />
      {shared && <ShareLocation place={shared} onClose={() => setShared(undefined)} />}
      {shown && <PlaceFeeds place={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
