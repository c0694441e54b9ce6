// Shows the outcome of a sign-in by another site and the next step.
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { siteNames } from '#web/lib/ui/picture/social-site.tsx';
import type { SocialSearch } from './social-search.ts';

interface Props extends SocialSearch {
  /** The message for the outcome `failed`. */
  failed?: 'social.failed' | 'social.registerFailed';
}

/** Renders nothing without an outcome. */
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

/** True if signing in with a password would connect the account. */
export const canConnect = ({ social }: SocialSearch) => social === 'known' || social === 'unknown';
