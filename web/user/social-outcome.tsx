// How coming in by another site went, and what to do now.
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { siteNames } from '#web/lib/social-site.tsx';
import type { SocialSearch } from './social-search.ts';

/** Nothing to say leaves no room. */
export function SocialOutcomeAlert({ social, site }: SocialSearch) {
  const { t } = useTranslation();
  if (!social || !site) return null;
  const text = social === 'nowhere' ? t('user.noCompany') : t(`social.${social}`, { site: siteNames[site] });
  return (
    <Alert color={isToConnect({ social }) ? 'ink' : 'red'} variant="light" role="status">
      {text}
    </Alert>
  );
}

/** The password of an account would connect it. */
export const isToConnect = ({ social }: SocialSearch) => social === 'known' || social === 'unknown';
