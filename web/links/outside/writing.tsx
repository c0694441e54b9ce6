// Whether the person's appointments are written into an outside calendar, how that goes, and what was changed there.
import { Alert, Button, Select, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FeedDetail, feedDetails } from '#contract/lib/feed-detail.ts';
import { type OutsideCalendar, outsideCalendars } from '#contract/links/outside.ts';
import { call } from '#web/lib/client/client.ts';
import { dayAndTimeWithin, visitorZone } from '#web/lib/dates.ts';
import { choose } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './outside.module.css';
import { refetchOutside, whyNotRead } from './reading.ts';

interface Props {
  calendar: OutsideCalendar;
  /** The most that the company allows. */
  maxDetail: FeedDetail;
}

export function Writing({ calendar, maxDetail }: Props) {
  const { t } = useTranslation();
  const { id, name, writes, detail, removesWritten } = calendar;
  const label = name || t('otherCalendars.unnamed');
  const change = useMutation({
    mutationFn: (settings: { writes: boolean; detail: FeedDetail; removesWritten?: boolean }) =>
      call(outsideCalendars.setWriting, { id, ...settings }),
    onSettled: refetchOutside,
  });
  const shown = change.isPending ? change.variables : { writes, detail };
  const allowed = feedDetails.slice(0, feedDetails.indexOf(maxDetail) + 1);
  const isLimited = allowed.length < feedDetails.length;

  async function turn(isOn: boolean) {
    if (isOn) return change.mutate({ writes: true, detail });
    const choice = await choose({
      title: t('otherCalendars.endTitle', { name: label }),
      text: t('otherCalendars.endText'),
      confirmLabel: t('otherCalendars.end'),
      otherLabel: t('otherCalendars.endDelete'),
    });
    if (choice !== 'cancel') change.mutate({ writes: false, detail, removesWritten: choice === 'other' });
  }

  return (
    <>
      <Switch
        label={t('otherCalendars.writes', { name: label })}
        checked={shown.writes}
        onChange={({ currentTarget: { checked } }) => void turn(checked)}
      />
      {writes && (
        <Select
          className={classes.detail}
          label={t('otherCalendars.detail')}
          description={[isLimited && t('otherCalendars.limited'), shown.detail === 'names' && t('staffFeeds.namesHint')]
            .filter(Boolean)
            .join(' ')}
          data={allowed.map((value) => ({ value, label: t(`staffFeeds.details.${value}`) }))}
          value={allowed.includes(shown.detail) ? shown.detail : maxDetail}
          allowDeselect={false}
          onChange={(value) => change.mutate({ writes: true, detail: value ?? detail })}
        />
      )}
      {(writes || removesWritten) && <State calendar={calendar} />}
      {writes && <Changes calendar={calendar} />}
    </>
  );
}

function State({ calendar }: { calendar: OutsideCalendar }) {
  const { t } = useTranslation();
  const { lastWrittenAt, waiting, removesWritten, reads, reason, status } = calendar;
  // An unread calendar is not written either; one that takes time says so above.
  const unread = reads ? null : reason;
  const why = calendar.writeReason
    ? { reason: calendar.writeReason, status: calendar.writeStatus }
    : { reason: unread, status };
  const since = calendar.writeReason ? calendar.writeFailingSince : calendar.failingSince;
  const written = lastWrittenAt
    ? t('otherCalendars.lastWritten', { when: dayAndTimeWithin(lastWrittenAt, visitorZone()) })
    : t('otherCalendars.neverWritten');
  const parts = [
    removesWritten ? t('otherCalendars.removing') : written,
    waiting > 0 && t('otherCalendars.waiting', { count: waiting }),
  ];
  return (
    <>
      <p className={classes.hint} role="status">
        {parts.filter(Boolean).join(' · ')}
      </p>
      {why.reason && (
        <Alert
          color="red"
          title={
            since
              ? t('otherCalendars.notWrittenSince', { when: dayAndTimeWithin(since, visitorZone()) })
              : t('otherCalendars.notWritten')
          }
        >
          {whyNotRead(why)}
        </Alert>
      )}
    </>
  );
}

function Changes({ calendar: { id, changes } }: { calendar: OutsideCalendar }) {
  const { t } = useTranslation();
  const putBack = useMutation({
    mutationFn: (eventId: string) => call(outsideCalendars.putBack, { id, eventId }),
    onSuccess: () => toast('success', t('otherCalendars.isPutBack')),
    onSettled: refetchOutside,
  });
  if (changes.length === 0) return null;
  return (
    <section aria-label={t('otherCalendars.changes')}>
      <h4 className={classes.name}>{t('otherCalendars.changes')}</h4>
      <p className={classes.hint}>{t('otherCalendars.changesHint')}</p>
      <ul className={classes.changes}>
        {changes.map(({ eventId, title, start, state }) => {
          const about = { title: title || t('staffFeeds.busy'), when: dayAndTimeWithin(start, visitorZone()) };
          return (
            <li key={eventId} className={classes.change}>
              <span>{t(`otherCalendars.${state}`, about)}</span>
              <Button
                variant="default"
                size="sm"
                aria-label={t('otherCalendars.putBackLabel', about)}
                loading={putBack.isPending && putBack.variables === eventId}
                onClick={() => putBack.mutate(eventId)}
              >
                {t('otherCalendars.putBack')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
