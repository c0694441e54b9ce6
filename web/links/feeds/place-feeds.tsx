// The feeds of one location, in a dialog.
import { useTranslation } from 'react-i18next';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FeedList } from './feed-list.tsx';

interface Props {
  place: { id: string; name: string };
  onClose(): void;
}

export function PlaceFeeds({ place: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <LargeDialog title={`${t('feeds.title')}: ${name}`} size="lg" onClose={onClose}>
      <FeedList locationId={id} />
    </LargeDialog>
  );
}
