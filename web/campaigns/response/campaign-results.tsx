// The results of a campaign: how many messages arrived, and what their readers did, with shares of those sent.
import { useTranslation } from 'react-i18next';
import type { CampaignFigures, CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro } from '#web/lib/money.ts';
import { formatPercent } from '#web/lib/percent.ts';
import classes from './campaign-results.module.css';
import { shareOf } from './share-of.ts';

const results = ['delivered', 'visited', 'booked', 'bookings', 'income', 'unsubscribed', 'scanned'] as const;
type Result = (typeof results)[number];

/** People or messages, each counted once: those have a share. */
const shared: readonly Result[] = ['delivered', 'visited', 'booked', 'unsubscribed'];

interface Props {
  medium: CampaignMedium;
  figures: CampaignFigures;
  /** Says of each figure what counts. */
  isExplained?: boolean;
}

export function CampaignResults({ medium, figures, isExplained = false }: Props) {
  const { t } = useTranslation();
  const { sent } = figures;
  if (sent === 0) return <p className={classes.none}>{t('campaigns.noResults')}</p>;
  return (
    <>
      <dl className={classes.results} aria-label={t('campaigns.came')} data-explained={isExplained || undefined}>
        {results.map((result) => (
          <div key={result}>
            <dt>{t(`campaigns.figure.${result === 'scanned' && medium === 'sms' ? 'scannedSms' : result}`)}</dt>
            <dd className="figures">{readable(result)}</dd>
            {isExplained && <dd className={classes.meaning}>{t(`campaigns.counts.${meaningOf(result)}`)}</dd>}
          </div>
        ))}
      </dl>
      {isExplained && <p className={classes.none}>{t('campaigns.shares', { sent: formatCount(sent) })}</p>}
    </>
  );

  function readable(result: Result) {
    const value = figures[result];
    if (value === null) return t('campaigns.notKnown');
    if (result === 'income') return formatEuro(value);
    return (
      <>
        {formatCount(value)}
        {shared.includes(result) && <span className={classes.share}>{formatPercent(shareOf(value, sent))}</span>}
      </>
    );
  }

  function meaningOf(result: Result) {
    if (result !== 'delivered') return result;
    if (medium === 'mail') return 'deliveredMail';
    return figures.delivered === null ? 'deliveredNotKnown' : 'deliveredSms';
  }
}
