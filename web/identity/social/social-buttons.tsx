// Buttons to sign in by another site. Renders nothing if none is configured.
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SocialProvider } from '#contract/identity/social.ts';
import { application } from '#contract/site/application.ts';
import classes from '#web/identity/entry/entry.module.css';
import { query } from '#web/lib/client/client.ts';
import { SiteLogo, siteNames } from '#web/lib/ui/picture/social-site.tsx';

/** `start` requests the other site's URL from the server; the browser then redirects to it. */
export function SocialButtons({ start }: { start: (provider: SocialProvider) => Promise<{ url: string }> }) {
  const { t } = useTranslation();
  const settings = useQuery({ ...query(application.getSocialLoginSettings, {}), staleTime: 600_000 }).data;
  const redirect = useMutation({
    mutationFn: start,
    onSuccess: ({ url }) => location.assign(url),
  });
  const { googleClientId, linkedInClientId, facebookClientId } = settings ?? {};
  const isOn = { google: googleClientId, linkedin: linkedInClientId, facebook: facebookClientId };
  const sites = (['google', 'linkedin', 'facebook'] as const).filter((site) => isOn[site]);
  if (sites.length === 0) return null;
  return (
    <div className={classes.sites}>
      <span className={classes.or}>{t('social.or')}</span>
      {sites.map((site) => (
        <Button
          key={site}
          variant="default"
          size="md"
          fullWidth
          leftSection={<SiteLogo site={site} />}
          loading={redirect.isPending && redirect.variables === site}
          onClick={() => redirect.mutate(site)}
        >
          {t('social.with', { site: siteNames[site] })}
        </Button>
      ))}
    </div>
  );
}
