// One campaign of the list: its state, its actions, and what became of it.
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconEye, IconPlayerPlay, IconPlayerStop, IconSend, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Campaign,
  type CampaignMedium,
  type CampaignState,
  campaignMoves,
} from '#contract/campaigns/campaigns.ts';
import { isNew } from '#contract/lib/resource.ts';
import { formatCount } from '#web/lib/count.ts';
import { minuteOf, now, visitorZone, zoneName } from '#web/lib/dates.ts';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import { formatEuro } from '#web/lib/money.ts';
import { deleteCampaign, sendCampaign, startCampaign, stopCampaign } from './campaign-actions.ts';
import classes from './campaigns.module.css';

const colours: Record<CampaignState, MarkColour> = { idle: 'inverse', started: 'green', sending: 'blue' };

/** In the order in which the bar shows them: their sum is the audience. */
const parts = ['sent', 'waiting', 'uncertain', 'failed', 'stopped', 'leftOut'] as const;
const results = ['visited', 'bookings', 'income', 'unsubscribed', 'scanned'] as const;

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
  const [busy, setBusy] = useState<typeof startCampaign>();
  const { id, name, state, figures, periodStart, periodEnd, timeZone: zone } = campaign;
  const moves = campaignMoves[state];
  const run = async (act: typeof startCampaign) => {
    setBusy(() => act);
    await act(medium, campaign).finally(() => setBusy(undefined));
  };
  const busyWith = (act: typeof startCampaign) => ({ loading: busy === act, disabled: busy !== undefined });
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
            {t('campaigns.period', { from: minuteOf(periodStart, zone), to: minuteOf(periodEnd, zone) })}
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
          <Progress title={title} figures={figures} />
          <dl className={classes.results} aria-label={t('campaigns.came')}>
            {results.map((result) => (
              <div key={result}>
                <dt>{t(`campaigns.figure.${result}`)}</dt>
                <dd className="figures">
                  {result === 'income' ? formatEuro(figures.income) : formatCount(figures[result])}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {!isNew(campaign) && (
        <div className={classes.actions}>
          {mayChange && moves.start && (
            <Button
              size="sm"
              leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
              {...busyWith(startCampaign)}
              onClick={() => void run(startCampaign)}
            >
              {t('campaigns.start')}
            </Button>
          )}
          {mayChange && moves.stop && (
            <Button
              size="sm"
              color="red"
              leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
              {...busyWith(stopCampaign)}
              onClick={() => void run(stopCampaign)}
            >
              {t('campaigns.stop')}
            </Button>
          )}
          {mayChange && moves.send && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconSend size={16} aria-hidden="true" />}
              {...busyWith(sendCampaign)}
              onClick={() => void run(sendCampaign)}
            >
              {t('campaigns.send')}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={onEdit}>
            {t(mayChange && moves.update ? 'grid.edit' : 'grid.show')}
          </Button>
          <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('campaigns.actionsOf', { name: title })}
              >
                <IconDotsVertical size={18} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component="a"
                href={`/Marketing/Test/?Id=${id}`}
                target="_blank"
                leftSection={<IconEye size={16} aria-hidden="true" />}
              >
                {t('campaigns.test')}
              </Menu.Item>
              {mayChange && (
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  onClick={() => void run(deleteCampaign)}
                >
                  {t('grid.delete')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </li>
  );
}

/** The bar repeats the numbers below it. */
function Progress({ title, figures }: { title: string; figures: Campaign['figures'] }) {
  const { t } = useTranslation();
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
