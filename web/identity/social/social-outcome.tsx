// How coming in by another site went, and what to do now.
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { siteNames } from '#web/lib/ui/social-site.tsx';
import type { SocialSearch } from './social-search.ts';

interface Props extends SocialSearch {
  /** What did not work. */
  failed?: 'social.failed' | 'social.registerFailed';
}

/** Nothing to say leaves no room. */
export function SocialOutcomeAlert({ social, site, failed = 'social.failed' }: Props) {
  const { t } = useTranslation();
  if (!social || !site) return null;
  const textKey =
    social === 'nowhere' ? 'user.noCompany' : social === 'failed' ? failed : (`social.${social}` as const);
  return (
    <Alert color={canConnect({ social }) ? 'ink' : 'red'} variant="light" role="status">
      {t(textKey, { site: siteNames[site] })}
    </Alert>
  );
}

/** The password of an account would connect it. */
export const canConnect = ({ social }: SocialSearch) => social === 'known' || social === 'unknown';
