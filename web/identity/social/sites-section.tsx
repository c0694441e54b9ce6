// Connects the account to other sites for sign-in, and disconnects it.
import { Alert, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SocialProvider, social } from '#contract/identity/social.ts';
import type { Output } from '#contract/lib/service.ts';
import { secondFactorQuery } from '#web/identity/second-factor/second-factor-section.tsx';
import classes from '#web/identity/second-factor/security.module.css';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { SiteLogo, siteNames } from '#web/lib/ui/picture/social-site.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { ConnectSite } from './connect-site.tsx';

type Link = Output<typeof social.getSocialLinks>['links'][number];

const linksQuery = query(social.getSocialLinks, {});
const refetchLinks = () => queryClient.invalidateQueries({ queryKey: linksQuery.queryKey });

export function SitesSection() {
  const { t } = useTranslation();
  const read = useQuery(linksQuery);
  const mayConnect = useQuery(secondFactorQuery).data?.isEMailVerified === true;
  const [connecting, setConnecting] = useState<SocialProvider>();
  // No site is configured and none is connected.
  if (read.data?.links.length === 0) return null;
  return (
    <Section id="sites" title={t('security.sites')}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t('security.sitesHint')}</p>
        <LinkOutcome links={read.data?.links ?? []} />
        {read.isPending && <Skeleton height={56} />}
        {read.isError && <p className={classes.hint}>{t('security.sitesFailed')}</p>}
        {read.data && (
          <ul className={classes.list}>
            {read.data.links.map((link) => (
              <SiteRow
                key={link.provider}
                link={link}
                mayConnect={mayConnect}
                onConnect={() => setConnecting(link.provider)}
              />
            ))}
          </ul>
        )}
        {connecting && read.data && (
          <ConnectSite site={connecting} hasPassword={read.data.hasPassword} onClose={() => setConnecting(undefined)} />
        )}
      </div>
    </Section>
  );
}

/** Shows the outcome after returning from another site. */
function LinkOutcome({ links }: { links: Link[] }) {
  const { t } = useTranslation();
  const { social: outcome, site: from } = useSearch({ strict: false });
  if (!from || (outcome !== 'connected' && outcome !== 'taken' && outcome !== 'failed')) return null;
  // Hide the message once the site is disconnected again.
  if (outcome === 'connected' && !links.some(({ provider, isOn }) => provider === from && isOn)) return null;
  return (
    <Alert color={outcome === 'connected' ? 'ink' : 'red'} variant="light" role="status">
      {t(`social.${outcome}`, { site: siteNames[from] })}
    </Alert>
  );
}

function SiteRow({ link, mayConnect, onConnect }: { link: Link; mayConnect: boolean; onConnect: () => void }) {
  const { t } = useTranslation();
  const { provider, eMail, isOn, created } = link;
  const site = siteNames[provider];
  const remove = useMutation({
    mutationFn: () => call(social.removeSocialLink, { provider }, { handlesErrors: [404] }),
    onSuccess: () => toast('success', t('security.siteRemoved', { site })),
    onSettled: refetchLinks,
  });
  const confirmAndRemove = async () => {
    const confirmed = await ask({
      title: t('security.siteRemoveTitle', { site }),
      text: t('security.siteRemoveText'),
      confirmLabel: t('security.siteRemove'),
      danger: true,
    });
    if (confirmed) remove.mutate();
  };
  return (
    <li className={classes.item}>
      <SiteLogo site={provider} />
      <div className={classes.itemText}>
        {site}
        <small>
          {isOn && eMail && `${eMail} · `}
          {created ? t('security.siteOn', { when: dayAndTime(created, visitorZone()) }) : t('security.siteOff')}
        </small>
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={remove.isPending}
        disabled={!isOn && !mayConnect}
        aria-label={t(isOn ? 'security.siteRemoveLabel' : 'security.siteConnectLabel', { site })}
        onClick={() => (isOn ? void confirmAndRemove() : onConnect())}
      >
        {t(isOn ? 'security.siteRemove' : 'security.siteConnect')}
      </Button>
    </li>
  );
}
