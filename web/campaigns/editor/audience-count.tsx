// The number of customers whom the conditions reach, and of those left out.
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AudienceCount as Counted } from '#contract/campaigns/audience.ts';
import { formatCount } from '#web/lib/count.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './editor.module.css';

export function AudienceCountLine({ counted, isWrong }: { counted: UseQueryResult<Counted>; isWrong: boolean }) {
  const { t } = useTranslation();
  const { data: count, error, isFetching, refetch } = counted;
  if (error && !isWrong && !isFetching) {
    return <TryAgain message={t('campaigns.who.notCounted')} onRetry={() => void refetch()} />;
  }
  const reached = count ? formatCount(count.reached) : isWrong ? '–' : '…';
  return (
    <div className={classes.count} role="status" aria-busy={isFetching}>
      <strong>{t('campaigns.who.reached', { reached })}</strong>
      {count && (count.leftOut.length > 0 || count.notAgreed > 0) && (
        <ul>
          {count.leftOut.map(({ reason, count: of }) => (
            <li key={reason}>
              {t(`campaigns.reason.${reason}`)}: <span className="figures">{formatCount(of)}</span>
            </li>
          ))}
          {count.notAgreed > 0 && <li>{t('campaigns.who.notAgreed', { notAgreed: formatCount(count.notAgreed) })}</li>}
        </ul>
      )}
      {count && count.dayLimit.left < count.reached && (
        <p>
          {t('campaigns.who.leftToday', {
            today: formatCount(count.dayLimit.left),
            perDay: formatCount(count.dayLimit.perDay),
          })}
        </p>
      )}
    </div>
  );
}
