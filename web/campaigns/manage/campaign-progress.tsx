// The progress of a campaign: a bar, its numbers, and the reasons of those who wait or were left out.
import { useTranslation } from 'react-i18next';
import type { Campaign, CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { formatCount } from '#web/lib/count.ts';
import classes from './campaigns.module.css';

/** In the order in which the bar shows them: their sum is the audience. */
const parts = ['sent', 'waiting', 'uncertain', 'failed', 'stopped', 'leftOut'] as const;
/** The bar repeats the numbers below it. */
export function CampaignProgress({
  title,
  medium,
  figures,
  dayLimit,
}: Pick<Campaign, 'figures' | 'dayLimit'> & { title: string; medium: CampaignMedium }) {
  const { t } = useTranslation();
  const isBeyondLimit = figures.waitingBy.some(({ reason }) => reason === 'limit');
  return (
    <div className={classes.progress}>
      <div className={classes.bar} aria-hidden="true">
        {parts.map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: figures[part] }} hidden={figures[part] === 0} />
        ))}
      </div>
      <dl className={classes.parts} aria-label={t('campaigns.progress', { name: title })}>
        <div>
          <dt>{t('campaigns.figure.audience')}</dt>
          <dd className="figures">{formatCount(figures.audience)}</dd>
        </div>
        {parts
          .filter((part) => part === 'sent' || figures[part] > 0)
          .map((part) => (
            <div key={part} data-part={part}>
              <dt>{t(`campaigns.figure.${part}`)}</dt>
              <dd className="figures">{formatCount(figures[part])}</dd>
            </div>
          ))}
      </dl>
      <Reasons
        label={t('campaigns.waitingOf', { name: title })}
        reasons={figures.waitingBy.map(({ reason, count }) => [t(`campaigns.waits.${reason}`), count])}
      />
      {isBeyondLimit && (
        <p className={classes.limit}>
          {t(`campaigns.limit.${medium}`, {
            used: formatCount(dayLimit.perDay - dayLimit.left),
            perDay: formatCount(dayLimit.perDay),
          })}
        </p>
      )}
      <Reasons
        label={t('campaigns.leftOutOf', { name: title })}
        reasons={figures.leftOutBy.map(({ reason, count }) => [t(`campaigns.reason.${reason}`), count])}
      />
    </div>
  );
}

function Reasons({
  label,
  reasons,
}: {
  label: string;
  reasons: readonly (readonly [reason: string, count: number])[];
}) {
  if (reasons.length === 0) return null;
  return (
    <ul className={classes.reasons} aria-label={label}>
      {reasons.map(([reason, count]) => (
        <li key={reason}>
          {reason}: <span className="figures">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}
