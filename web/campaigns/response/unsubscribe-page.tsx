// The target of the unsubscribe link of a message. Opening it changes nothing: scanners open links, people click.
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscriptions } from '#contract/campaigns/subscriptions.ts';
import { call } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { isUnknownLink, UnknownLink } from './unknown-link.tsx';

export function UnsubscribePage() {
  const { token } = useParams({ from: '/public/marketing/unsubscribe/$token' });
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [hasReturned, setReturned] = useState(false);
  const queryKey = [subscriptions.get.path, { token }];
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(subscriptions.get, { token }, { signal, handlesErrors: true }),
    retry: false,
  });
  const change = useMutation({
    mutationFn: (isSubscribed: boolean) => call(subscriptions.set, { token, isSubscribed }, { handlesErrors: true }),
    onSuccess(saved, isSubscribed) {
      setReturned(isSubscribed);
      queries.setQueryData(queryKey, saved);
    },
  });
  useTitle(read.data ? t('unsubscribe.title', { company: read.data.companyName }) : t('unsubscribe.loading'));
  if (isUnknownLink(read.error)) return <UnknownLink />;
  if (read.isError) return <TryAgain onRetry={() => void read.refetch()} />;
  if (!read.data) return <Skeleton height={240} radius={8} aria-label={t('unsubscribe.loading')} role="status" />;
  const { companyName, channel, address, isSubscribed } = read.data;
  return (
    <Page
      layout="note"
      title={t('unsubscribe.title', { company: companyName })}
      lead={t(`unsubscribe.${channel}`, { address })}
    >
      <p role="status">
        {!isSubscribed && t('unsubscribe.done')}
        {isSubscribed && hasReturned && t('unsubscribe.back')}
      </p>
      {change.isError && <p role="alert">{t('unsubscribe.notSaved')}</p>}
      <Button
        size="md"
        variant={isSubscribed ? 'filled' : 'default'}
        loading={change.isPending}
        onClick={() => change.mutate(!isSubscribed)}
      >
        {t(isSubscribed ? 'unsubscribe.button' : 'unsubscribe.again')}
      </Button>
    </Page>
  );
}
