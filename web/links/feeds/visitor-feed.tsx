// A customer subscribes to their appointment, or to all that they have with the company.
import { Button, Radio } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#contract/lib/service.ts';
import { type VisitorFeedScope, visitorFeedScopes, visitorFeeds } from '#contract/links/feeds.ts';
import { call } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { FeedAddress } from './feed-address.tsx';
import classes from './feeds.module.css';
import { LastRead } from './last-read.tsx';

export function VisitorFeed({ company, actionHash }: { company: string; actionHash: string }) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<VisitorFeedScope>('visit');
  const [feed, setFeed] = useState<Output<typeof visitorFeeds.getFeed>>();
  const [isEnding, setEnding] = useState(false);
  const show = useMutation({
    mutationFn: (newScope: VisitorFeedScope) =>
      call(visitorFeeds.getFeed, { actionHash, scope: newScope }, { handlesErrors: true }),
    onSuccess(found, newScope) {
      setFeed(found);
      setScope(newScope);
    },
    onError: () => toast('danger', t('feeds.notMade')),
  });
  const end = useMutation({
    mutationFn: () => call(visitorFeeds.deleteFeed, { actionHash, scope }, { handlesErrors: true }),
    onSuccess() {
      toast('success', t('feeds.ended'));
      setEnding(false);
      setScope('visit');
      setFeed(undefined);
    },
    onError: () => toast('danger', t('feeds.notEnded')),
  });
  const chosen = show.isPending ? show.variables : scope;
  return (
    <section className={classes.card} aria-labelledby="subscription-title">
      <h2 id="subscription-title" className={classes.title}>
        {t('feeds.title')}
      </h2>
      <p className={classes.hint}>{t('feeds.visitorLead')}</p>
      {!feed && (
        <Button
          variant="default"
          loading={show.isPending}
          leftSection={<IconCalendarPlus size={18} stroke={1.75} />}
          onClick={() => show.mutate('visit')}
        >
          {t('feeds.show')}
        </Button>
      )}
      {feed?.hasAll && (
        <Radio.Group
          label={t('feeds.scope')}
          value={chosen}
          onChange={(value) => show.mutate(visitorFeedScopes.find((one) => one === value) ?? 'visit')}
        >
          <div className={classes.parts}>
            {visitorFeedScopes.map((one) => (
              <Radio key={one} value={one} label={t(`feeds.scopes.${one}`, { company })} />
            ))}
          </div>
        </Radio.Group>
      )}
      {feed && (
        <>
          <FeedAddress address={feed.address} />
          <p className={classes.hint}>
            <LastRead at={feed.lastReadAt} />
          </p>
          {isEnding ? (
            <fieldset aria-label={t('feeds.endTitle')} className={classes.question}>
              <p className={classes.hint}>{t('feeds.endText')}</p>
              <div className={classes.foot}>
                <Button color="red" autoFocus loading={end.isPending} onClick={() => end.mutate()}>
                  {t('feeds.endLong')}
                </Button>
                <Button variant="default" onClick={() => setEnding(false)}>
                  {t('feeds.keep')}
                </Button>
              </div>
            </fieldset>
          ) : (
            <Button variant="subtle" color="red" onClick={() => setEnding(true)}>
              {t('feeds.endLong')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
