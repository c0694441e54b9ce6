import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign, CampaignMedium, CampaignState } from '#contract/campaigns/campaigns.ts';
import { isNew } from '#contract/lib/resource.ts';
import { CampaignResults } from '#web/campaigns/response/campaign-results.tsx';
import { minuteRange, now, visitorZone, zoneName } from '#web/lib/dates.ts';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import { CampaignButtons } from './campaign-buttons.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import classes from './campaigns.module.css';

const colours: Record<CampaignState, MarkColour> = { idle: 'inverse', started: 'green', sending: 'blue' };

interface Props {
  medium: CampaignMedium;
  campaign: Campaign;
  /** A grant of the page lets people read. */
  mayChange: boolean;
  onEdit(): void;
}

export function CampaignCard({ medium, campaign, mayChange, onEdit }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { name, state, figures, dayLimit, periodStart, periodEnd, timeZone: zone } = campaign;
  const title = name || t('campaigns.new');
  const isOver = Temporal.Instant.compare(periodEnd, now()) <= 0;
  const hasEnded = state === 'idle' && figures.audience > 0 && isOver;
  return (
    <li className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div>
          <h2 id={titleId} className={classes.name}>
            <button type="button" className={classes.open} onClick={onEdit}>
              {title}
            </button>
          </h2>
          <p className={classes.soft}>
            {minuteRange(periodStart, periodEnd, zone)}
            {zone !== visitorZone() && ` · ${t('calendar.timesIn', { zone: zoneName(zone) })}`}
          </p>
        </div>
        {isNew(campaign) ? (
          <Mark colour="orange">{t('campaigns.state.new')}</Mark>
        ) : (
          <Mark colour={colours[state]}>{t(`campaigns.state.${hasEnded ? 'ended' : state}`)}</Mark>
        )}
      </div>
      {figures.audience > 0 && (
        <>
          <CampaignProgress {...{ title, medium, figures, dayLimit }} />
          <CampaignResults {...{ medium, figures }} />
        </>
      )}
      {!isNew(campaign) && <CampaignButtons {...{ medium, campaign, title, mayChange, hasEnded, onEdit }} />}
    </li>
  );
}
