// The campaigns of a company by one medium: four at a time, with what became of each.
import { Alert, Button, Loader, Skeleton } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { isCancelledError, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Campaign, type CampaignMedium, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { allows } from '#contract/lib/may.ts';
import { LargeDialogFallback } from '#web/campaigns/editor/editor-fallback.tsx';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { isMailStored, useMailState } from '#web/messaging/mail/mail-states.ts';
import { BasisDialog } from './basis-dialog.tsx';
import { CampaignCard } from './campaign-card.tsx';
import classes from './campaigns.module.css';
import { campaignsQuery, newCampaign, refreshCampaigns } from './campaigns-query.ts';

const CampaignEditor = lazy(async () => ({
  default: (await import('#web/campaigns/editor/campaign-editor.tsx')).CampaignEditor,
}));

export const EmailCampaignsPage = () => <CampaignsPage medium="mail" />;
export const SmsCampaignsPage = () => <CampaignsPage medium="sms" />;

/** While the figures of a campaign change by themselves, they are read again at this interval (ms). */
const refreshEvery = 3_000;

/**
 * A campaign changes while it runs, and after a stop while messages are being handed over: those wait for no other
 * reason.
 */
function isChanging({ state, figures: { waiting, waitingBy } }: Campaign): boolean {
  return state !== 'idle' || waiting > waitingBy.reduce((sum, { count }) => sum + count, 0);
}

function CampaignsPage({ medium }: { medium: CampaignMedium }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Campaign>();
  const [isDeclaring, setDeclaring] = useState(false);
  // Not saved yet: it leaves the list when its editor is cancelled.
  const [added, setAdded] = useState<Campaign>();
  const read = useInfiniteQuery({
    ...campaignsQuery(medium),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ campaigns }) => campaigns.some(isChanging)) ? refreshEvery : false,
  });
  // The query forgets that a page failed when it reads the figures of running campaigns again, which would load that
  // page again and again.
  const [next, setNext] = useState<'waiting' | 'loading' | 'failed'>('waiting');
  const loadNext = async () => {
    setNext('loading');
    try {
      await read.fetchNextPage({ throwOnError: true });
      setNext('waiting');
    } catch (error) {
      setNext(isCancelledError(error) ? 'waiting' : 'failed');
    }
  };
  const mayChange = allows(useCurrentUser().actions, campaignsOf[medium].insert.may);
  const settings = useQuery(query(marketing.getSettings, {}));
  const mail = useMailState('campaign');
  const saved = read.data?.pages.flatMap(({ campaigns }) => campaigns) ?? [];
  // New campaigns shift the pages; each is shown once.
  const shown = [...new Map([...(added ? [added] : []), ...saved].map((one) => [one.id, one])).values()];
  const add = () => {
    const campaign = newCampaign(read.data?.pages[0]?.timeZone ?? visitorZone());
    setAdded(campaign);
    setEdited(campaign);
  };
  const close = () => {
    setEdited(undefined);
    setAdded(undefined);
  };
  return (
    <Page
      title={t(medium === 'mail' ? 'app.menuName.emailMarketing' : 'app.menuName.smsMarketing')}
      width="60rem"
      actions={
        mayChange && (
          <div className={classes.tools}>
            <Button variant="default" onClick={() => setDeclaring(true)} disabled={!settings.data}>
              {t('campaigns.basis.title')}
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t('campaigns.new')}
            </Button>
          </div>
        )
      }
    >
      {settings.data && !settings.data.isVerified && (
        <Alert color="orange" variant="light" mb="md">
          {t('campaigns.notVerified')} <Link to="/app/company/details">{t('app.menuName.companyDetails')}</Link>
        </Alert>
      )}
      {medium === 'mail' && isMailStored(mail) && (
        <Alert color="orange" variant="light" mb="md">
          {t('campaigns.noServer')}
        </Alert>
      )}
      {read.isPending && <LoadingSkeleton />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && shown.length === 0 && (
        <div className={classes.empty}>
          <IconSpeakerphone size={32} stroke={1.5} aria-hidden="true" />
          <p>{t('campaigns.empty')}</p>
          <p className={classes.soft}>{t('campaigns.emptyHint')}</p>
        </div>
      )}
      <ul className={classes.list}>
        {shown.map((campaign) => (
          <CampaignCard
            key={campaign.id}
            medium={medium}
            campaign={campaign}
            mayChange={mayChange}
            onEdit={() => setEdited(campaign)}
          />
        ))}
      </ul>
      {next === 'failed' && <TryAgain onRetry={() => void loadNext()} />}
      {read.hasNextPage && next !== 'failed' && <LoadMore isBusy={next === 'loading'} onSeen={() => void loadNext()} />}
      {edited && (
        <Suspense fallback={<LargeDialogFallback title={edited.name || t('campaigns.new')} onClose={close} />}>
          <CampaignEditor
            medium={medium}
            campaign={edited}
            mayChange={mayChange}
            onClose={close}
            onSaved={async () => {
              await refreshCampaigns(medium);
              close();
            }}
          />
        </Suspense>
      )}
      {isDeclaring && settings.data && <BasisDialog settings={settings.data} onClose={() => setDeclaring(false)} />}
    </Page>
  );
}

/** The end of the loaded campaigns: the next page loads when it comes into view, or by the button. */
function LoadMore({ isBusy, onSeen }: { isBusy: boolean; onSeen: () => void }) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const handler = useRef(onSeen);
  handler.current = onSeen;
  useEffect(() => {
    if (isBusy || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && handler.current());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className={classes.end}>
      {isBusy ? (
        <Loader size="sm" role="status" aria-label={t('app.loading')} />
      ) : (
        <Button variant="default" onClick={onSeen}>
          {t('campaigns.more')}
        </Button>
      )}
    </div>
  );
}

function LoadingSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('app.loading')} className={classes.list}>
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} height={180} radius={8} />
      ))}
    </div>
  );
}
