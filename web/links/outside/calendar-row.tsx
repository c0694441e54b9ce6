// One outside calendar: whether its events take time, how its last reading went, and what it says.
import { Alert, Button, Skeleton, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedDetail } from '#contract/lib/feed-detail.ts';
import { type OutsideCalendar, outsideCalendars } from '#contract/links/outside.ts';
import { call, query } from '#web/lib/client/client.ts';
import { dayAndTimeWithin, minuteRange, timeOf, visitorZone } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './outside.module.css';
import { isWaiting, refetchOutside, whyNotRead } from './reading.ts';
import { Writing } from './writing.tsx';

interface Props {
  calendar: OutsideCalendar;
  /** The account is read. */
  isOn: boolean;
  /** How much of an appointment may be written into it; undefined for a calendar that cannot be written. */
  maxDetail: FeedDetail | undefined;
}

export function CalendarRow({ calendar, isOn, maxDetail }: Props) {
  const { t } = useTranslation();
  const { id, name, reads, tentativeBlocks, reason, failingSince, problems } = calendar;
  const label = name || t('otherCalendars.unnamed');
  const change = useMutation({
    mutationFn: (settings: { reads: boolean; tentativeBlocks: boolean }) =>
      call(outsideCalendars.setReading, { id, ...settings }),
    onSettled: refetchOutside,
  });
  const readAgain = useMutation({
    mutationFn: () => call(outsideCalendars.readAllAgain, { id }),
    onSettled: refetchOutside,
  });
  // The switch follows the finger; the list corrects it.
  const shown = change.isPending ? change.variables : { reads, tentativeBlocks };
  return (
    <li className={classes.calendar}>
      <Switch
        label={t('otherCalendars.takesTime', { name: label })}
        checked={shown.reads}
        disabled={!isOn}
        onChange={({ currentTarget: { checked } }) => change.mutate({ tentativeBlocks, reads: checked })}
      />
      {reads && isOn && (
        <>
          <p className={classes.hint} role="status">
            <LastReading calendar={calendar} />
          </p>
          {reason && (
            <Alert
              color="red"
              title={
                failingSince
                  ? t('otherCalendars.failing', { when: dayAndTimeWithin(failingSince, visitorZone()) })
                  : t('otherCalendars.failed')
              }
            >
              {whyNotRead(calendar)}
            </Alert>
          )}
          {problems.length > 0 && (
            <details>
              <summary>{t('otherCalendars.problems', { count: problems.length })}</summary>
              <ul className={classes.list}>
                {/* Occurrences of a series have one title. */}
                {[
                  ...new Set(problems.map(({ title, problem }) => withTitle(title, t(`outside.problem.${problem}`)))),
                ].map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </details>
          )}
          <NextTimes id={id} />
          <Switch
            size="sm"
            label={t('otherCalendars.tentative')}
            checked={shown.tentativeBlocks}
            onChange={({ currentTarget: { checked } }) => change.mutate({ reads, tentativeBlocks: checked })}
          />
          <div>
            <Button variant="default" size="sm" loading={readAgain.isPending} onClick={() => readAgain.mutate()}>
              {t('otherCalendars.readAgain')}
            </Button>
          </div>
        </>
      )}
      {maxDetail && isOn && <Writing calendar={calendar} maxDetail={maxDetail} />}
    </li>
  );
}

const withTitle = (title: string, text: string) => (title ? `${title}: ${text}` : text);

function LastReading({ calendar }: { calendar: OutsideCalendar }) {
  const { t } = useTranslation();
  const { lastReadAt, nextReadAt, events } = calendar;
  if (isWaiting(calendar)) return t('otherCalendars.reading');
  const parts = [
    lastReadAt
      ? t('otherCalendars.lastRead', { when: dayAndTimeWithin(lastReadAt, visitorZone()) })
      : t('otherCalendars.neverRead'),
    t('otherCalendars.events', { count: events }),
    nextReadAt && t('otherCalendars.nextRead', { time: timeOf(nextReadAt, visitorZone()) }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Read only when they are opened. */
function NextTimes({ id }: { id: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('otherCalendars.nextTimes')}</summary>
      {isOpen && <Times id={id} />}
    </details>
  );
}

function Times({ id }: { id: string }) {
  const { t } = useTranslation();
  const read = useQuery({ ...query(outsideCalendars.getTimes, { id }), staleTime: 0 });
  if (read.isPending) return <Skeleton height={48} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  if (read.data.length === 0) return <p className={classes.hint}>{t('otherCalendars.noTimes')}</p>;
  return (
    <ul className={classes.list}>
      {read.data.map(({ start, end }) => (
        <li key={start}>{minuteRange(start, end, visitorZone())}</li>
      ))}
    </ul>
  );
}
