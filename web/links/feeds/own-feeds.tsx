// The feeds of the user's own calendar, and of the locations that they administer, on their account page.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendars } from '#contract/booking/calendar.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { AdministeredPlaces } from './administered-places.tsx';
import { FeedList } from './feed-list.tsx';

export function OwnFeeds() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const list = useQuery({ ...query(calendars.getAllCalendars, {}), staleTime: 5 * 60_000 });
  const own = list.data?.find((calendar) => calendar.isOwn);
  const isLocal = actions.includes('lcladmin') && !actions.includes('admin');
  if (list.data && !own && !isLocal) return null;
  return (
    <Section id="calendar-feeds" title={t('feeds.title')}>
      {own && <FeedList calendarId={own.id} />}
      {list.isPending && <Skeleton height={96} role="status" aria-label={t('app.loading')} />}
      {list.isError && <TryAgain onRetry={() => void list.refetch()} />}
      {isLocal && <AdministeredPlaces />}
    </Section>
  );
}
