// The feeds of a calendar or a location, and the form of a new one, whose address is shown once.
import { Button, Radio, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeedDetail, feedDetails } from '#contract/lib/feed-detail.ts';
import { type Feed, feeds } from '#contract/links/feeds.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { dayAndTimeWithin, visitorZone } from '#web/lib/dates.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { FeedAddress } from './feed-address.tsx';
import classes from './feeds.module.css';
import { LastRead } from './last-read.tsx';

/** Exactly one of both is given. */
export interface FeedSubject {
  calendarId?: string;
  locationId?: string;
}

const refetch = () => queryClient.invalidateQueries({ queryKey: [feeds.getAll.path] });

export function FeedList({ calendarId, locationId }: FeedSubject) {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  const [isAdding, setAdding] = useState(false);
  const read = useQuery({ ...query(feeds.getAll, {}), staleTime: 0 });
  if (read.isPending) return <Skeleton height={96} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const own = read.data.filter((feed) =>
    calendarId === undefined ? feed.locationId === locationId : feed.calendarId === calendarId,
  );
  return (
    <div className={classes.parts}>
      <p className={classes.hint}>{t(calendarId === undefined ? 'staffFeeds.leadPlace' : 'staffFeeds.lead')}</p>
      {own.length > 0 ? (
        <ul className={rowClasses.rows}>
          {own.map((feed) => (
            <FeedRow key={feed.id} feed={feed} />
          ))}
        </ul>
      ) : (
        !isAdding && <p className={classes.hint}>{t('staffFeeds.none')}</p>
      )}
      {isAdding ? (
        <NewFeed subject={{ calendarId, locationId }} onClose={() => setAdding(false)} />
      ) : (
        !isImpersonated && (
          <div className={classes.foot}>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} stroke={1.75} />}
              onClick={() => setAdding(true)}
            >
              {t('staffFeeds.add')}
            </Button>
          </div>
        )
      )}
    </div>
  );
}

function FeedRow({ feed: { id, detail, createdAt, madeBy, lastReadAt } }: { feed: Feed }) {
  const { t } = useTranslation();
  const made = dayAndTimeWithin(createdAt, visitorZone());
  const end = useMutation({
    mutationFn: () => call(feeds.delete, { id }, { handlesErrors: true }),
    onSuccess: () => toast('success', t('feeds.ended')),
    onError: (error) => showError(error, t('feeds.notEnded')),
    onSettled: refetch,
  });
  async function confirmAndEnd() {
    const isConfirmed = await ask({
      title: t('feeds.endTitle'),
      text: t('feeds.endText'),
      confirmLabel: t('feeds.endLong'),
      danger: true,
    });
    if (isConfirmed) end.mutate();
  }
  return (
    <li className={rowClasses.item}>
      <div className={rowClasses.itemText}>
        <strong>{t(`staffFeeds.details.${detail}`)}</strong>
        <span>
          {t('staffFeeds.made', { when: made, name: madeBy })}
          {' · '}
          <LastRead at={lastReadAt} />
        </span>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        flex="none"
        loading={end.isPending}
        aria-label={t('staffFeeds.endLabel', { when: made })}
        onClick={() => void confirmAndEnd()}
      >
        {t('feeds.end')}
      </Button>
    </li>
  );
}

function NewFeed({ subject, onClose }: { subject: FeedSubject; onClose(): void }) {
  const { t } = useTranslation();
  const [detail, setDetail] = useState<FeedDetail>('service');
  const make = useMutation({
    mutationFn: () => call(feeds.insert, { ...subject, detail }, { handlesErrors: true }),
    onSuccess: refetch,
    onError: (error) => showError(error, t('feeds.notMade')),
  });
  if (make.data) {
    return (
      <div className={classes.parts}>
        <p role="status">{t('staffFeeds.once')}</p>
        <FeedAddress address={make.data.address} />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('staffFeeds.done')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.parts}>
      <Radio.Group
        label={t('staffFeeds.detail')}
        value={detail}
        onChange={(value) => setDetail(feedDetails.find((one) => one === value) ?? 'service')}
      >
        <div className={classes.parts}>
          {feedDetails.map((one, index) => (
            <Radio
              key={one}
              value={one}
              autoFocus={index === 1}
              label={t(`staffFeeds.details.${one}`)}
              {...(one === 'names' && { description: t('staffFeeds.namesHint') })}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.foot}>
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          {t('staffFeeds.make')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      </div>
    </div>
  );
}
