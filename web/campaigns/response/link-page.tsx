// Says where the link of a message leads, where the installation does not trust its company to lead people elsewhere,
// or that the link has ended. Scanners open the page; the button counts as the visit.
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { subscriptions } from '#contract/campaigns/subscriptions.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { isUnknownLink, UnknownLink } from './unknown-link.tsx';

export function LinkPage() {
  const { token, link: position } = useParams({ from: '/public/marketing/link/$token/$link' });
  const { t } = useTranslation();
  const named = { token, link: Number(position) };
  const read = useQuery({
    queryKey: [subscriptions.getLink.path, named],
    queryFn: ({ signal }) => call(subscriptions.getLink, named, { signal, handlesErrors: true }),
    retry: false,
  });
  const follow = useMutation({
    mutationFn: () => call(subscriptions.followLink, named, { handlesErrors: true }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const hasEnded = read.data?.hasEnded || (follow.error instanceof CallError && follow.error.status === 409);
  useTitle(hasEnded ? t('messageLink.ended') : t('messageLink.title', { company: read.data?.companyName ?? '' }));
  if (isUnknownLink(read.error)) return <UnknownLink />;
  if (read.isError) return <TryAgain onRetry={() => void read.refetch()} />;
  if (!read.data) return <Skeleton height={240} radius={8} aria-label={t('messageLink.loading')} role="status" />;
  const { companyName: company, url } = read.data;
  if (hasEnded) {
    return (
      <Page layout="note" title={t('messageLink.ended')} lead={t('messageLink.endedLead', { company })}>
        {null}
      </Page>
    );
  }
  return (
    <Page layout="note" title={t('messageLink.title', { company })} lead={t('messageLink.lead')}>
      <p style={{ overflowWrap: 'anywhere' }}>{url}</p>
      {follow.isError && <p role="alert">{t('messageLink.notFollowed')}</p>}
      <Button size="md" loading={follow.isPending} onClick={() => follow.mutate()}>
        {t('messageLink.button', { host: new URL(url).host })}
      </Button>
    </Page>
  );
}
