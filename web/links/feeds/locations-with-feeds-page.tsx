// The list of locations, each with its feeds and its page to share.
import { IconDeviceMobile, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationsPage } from '#web/company/locations/locations-page.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { type SharedLocation, ShareLocation } from '#web/links/sharing/share-location.tsx';
import { FeedList } from './feed-list.tsx';

export function LocationsWithFeeds() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  // Others may have a grant of the page, but do not see all that takes place at a location.
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
      {shown && (
        <LargeDialog title={`${t('feeds.title')}: ${shown.name}`} size="lg" onClose={() => setShown(undefined)}>
          <FeedList locationId={shown.id} />
        </LargeDialog>
      )}
    </>
  );
}
