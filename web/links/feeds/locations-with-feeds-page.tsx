// The list of locations, each with its feeds.
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationsPage } from '#web/company/locations/locations-page.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FeedList } from './feed-list.tsx';

export function LocationsWithFeeds() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  // Others may have a grant of the page, but do not see all that takes place at a location.
  const mayAdd = actions.includes('admin');
  const [shown, setShown] = useState<{ id: string; name: string }>();
  return (
    <>
      <LocationsPage
        actions={({ id, name }) =>
          mayAdd ? [{ label: t('feeds.title'), icon: IconDeviceMobile, run: () => setShown({ id, name }) }] : []
        }
      />
      {shown && (
        <LargeDialog title={`${t('feeds.title')}: ${shown.name}`} size="lg" onClose={() => setShown(undefined)}>
          <FeedList locationId={shown.id} />
        </LargeDialog>
      )}
    </>
  );
}
