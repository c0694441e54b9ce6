// All published versions of a text, and the number of people who agreed to each.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemLegalTexts } from '#contract/site/legal-texts.ts';
import { query } from '#web/lib/client/client.ts';
import { momentOf, visitorZone } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import classes from './legal-texts.module.css';

export function TextVersions({ id }: { id: string }) {
  const { t } = useTranslation();
  const versions = useQuery(query(systemLegalTexts.operations.getVersions, { id }));
  if (versions.data?.length === 0) return null;
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('list.legaltexts.versions')}</h3>
      {versions.isError && <TryAgain onRetry={() => void versions.refetch()} />}
      {versions.isPending && <Skeleton height={44} />}
      {versions.data?.map(({ number, publishedAt, agreed, html }) => (
        <details key={number} className={classes.version}>
          <summary>
            <strong>{t('list.legaltexts.version', { number })}</strong>
            <span>{momentOf(publishedAt, visitorZone())}</span>
            <span>{t('list.legaltexts.agreed', { count: agreed })}</span>
          </summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: `safeHtml` returns plain text elements only. */}
          <div className={classes.pastVersion} dangerouslySetInnerHTML={{ __html: safeHtml(html) }} />
        </details>
      ))}
    </section>
  );
}
