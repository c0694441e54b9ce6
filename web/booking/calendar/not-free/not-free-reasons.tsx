// The reasons as sentences, with the events in the way and a link to what staff can change.
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NotFreeTime } from '#contract/booking/calendar.ts';
import type { NotFreeReason } from '#contract/booking/not-free.ts';
import { plainDay, timeOf } from '#web/lib/dates.ts';
import { formatMinutes } from '#web/lib/durations.ts';
import classes from './why-not-free.module.css';

interface Props {
  answer: NotFreeTime;
  name: string;
  onEvent: ((id: string) => void) | undefined;
}

export function NotFreeReasons({ answer, name, onEvent }: Props) {
  const { t } = useTranslation();
  const { reasons, timeZone, open, others, outside } = answer;
  const range = ({ start, end }: { start: string; end: string }) =>
    `${timeOf(start, timeZone)}\u00A0–\u00A0${timeOf(end, timeZone)}`;
  const hours = open.map(range).join(', ');
  const sentences: Record<NotFreeReason, () => string> = {
    notPublic: () => t('calendar.notFree.notPublic', { name }),
    notOffered: () => t('calendar.notFree.notOffered', { name, services: answer.notOffered.join(', ') }),
    past: () => t('calendar.notFree.past'),
    notice: () => t('calendar.notFree.notice', { length: formatMinutes(answer.noticeMinutes) }),
    horizon: () =>
      t('calendar.notFree.horizon', {
        day: plainDay(answer.lastDay, { day: 'numeric', month: 'long', year: 'numeric' }),
      }),
    closed: () => (hours ? t('calendar.notFree.closed', { hours }) : t('calendar.notFree.closedDay', { name })),
    break: () => t('calendar.notFree.break', { hours }),
    step: () => t('calendar.notFree.step', { length: formatMinutes(answer.stepMinutes) }),
    taken: () => t('calendar.notFree.taken'),
    outside: () => t('calendar.notFree.outside', { name }),
    buffer: () => t('calendar.notFree.buffer'),
  };
  if (reasons.length === 0) return <p>{t('calendar.notFree.free')}</p>;
  return (
    <>
      <p>{t('calendar.notFree.intro')}</p>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason} data-reason={reason}>
            {sentences[reason]()}
            {(reason === 'outside' || (reason === 'buffer' && !reasons.includes('outside'))) && outside.length > 0 && (
              <ul>
                {outside.map((time) => (
                  <li key={time.start}>{range(time)}</li>
                ))}
              </ul>
            )}
            {(reason === 'taken' || reason === 'buffer') && (
              <ul>
                {others.map((event) => {
                  const text = `${range(event)} ${[event.name, event.title].filter(Boolean).join(' · ')}`;
                  return (
                    <li key={event.id}>
                      {onEvent ? (
                        <Anchor component="button" type="button" ta="start" onClick={() => onEvent(event.id)}>
                          {text}
                        </Anchor>
                      ) : (
                        text
                      )}
                    </li>
                  );
                })}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
