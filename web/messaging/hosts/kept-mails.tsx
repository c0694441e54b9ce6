// Mails that were due while no mail server took them: the operator sees how many of each kind, and sends or discards
// them.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptKinds, systemKeptMails } from '#contract/messaging/kept-mails.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import classes from './kept-mails.module.css';

/** No live change reports that a server takes them now (ms). */
const refetchInterval = 5_000;

interface Done {
  verb: 'send' | 'discard';
  sent: number;
  expired: number;
  discarded: number;
}

export function KeptMails() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [running, setRunning] = useState<{ done: number; total: number }>();
  const [done, setDone] = useState<Done>();
  const panel = useRef<HTMLDivElement>(null);
  const counted = query(systemKeptMails.getCounts, {});
  const { data = [] } = useQuery({ ...counted, refetchInterval });
  const countOf = (kind: (typeof keptKinds)[number]) => data.find((one) => one.kind === kind)?.count ?? 0;
  const kinds = keptKinds.filter((kind) => kind !== 'campaign' && countOf(kind) > 0);
  const total = kinds.reduce((sum, kind) => sum + countOf(kind), 0);

  async function run(verb: Done['verb']): Promise<void> {
    const confirmed = await ask({
      title: t(`keptMails.${verb}Title`, { number: total }),
      text: t(`keptMails.${verb}Text`),
      confirmLabel: t(`keptMails.${verb}`),
      danger: verb === 'discard',
    });
    if (!confirmed) return;
    const sum: Done = { verb, sent: 0, expired: 0, discarded: 0 };
    setDone(undefined);
    setRunning({ done: 0, total });
    // The button that the question would give the focus back to is gone.
    requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }));
    try {
      let left = total;
      // A call that settles nothing would come round for ever: another operator has the others.
      for (let settled = 1; left > 0 && settled > 0; ) {
        const answer = {
          sent: 0,
          expired: 0,
          discarded: 0,
          ...(await call(systemKeptMails[verb], {}, { handlesErrors: true })),
        };
        settled = answer.sent + answer.expired + answer.discarded;
        left = answer.left;
        sum.sent += answer.sent;
        sum.expired += answer.expired;
        sum.discarded += answer.discarded;
        setRunning({ done: sum.sent + sum.expired + sum.discarded, total: Math.max(total, left) });
      }
    } catch (error) {
      showError(error, t('keptMails.notDone'));
    }
    if (sum.sent + sum.expired + sum.discarded > 0) setDone(sum);
    setRunning(undefined);
    await cache.invalidateQueries({ queryKey: counted.queryKey });
  }

  if (!running && !done && total === 0) return null;
  return (
    <Alert
      ref={panel}
      tabIndex={-1}
      role="region"
      aria-label={t('keptMails.title')}
      color="orange"
      variant="light"
      mb="md"
      styles={{ title: { color: 'var(--daybook-text)' } }}
      title={t('keptMails.title')}
    >
      <Stack gap="sm">
        {running && (
          <>
            <Progress
              aria-label={t('keptMails.progress')}
              value={(100 * running.done) / Math.max(1, running.total)}
              color="ink"
            />
            <Text size="sm">{t('keptMails.progressOf', running)}</Text>
          </>
        )}
        {!running && total > 0 && (
          <>
            <Text size="sm">{t('keptMails.lead')}</Text>
            <ul className={classes.kinds}>
              {kinds.map((kind) => (
                <li key={kind}>
                  {t(`keptMails.kind.${kind}`)} <span className="figures">{countOf(kind)}</span>
                </li>
              ))}
            </ul>
            {countOf('campaign') > 0 && (
              <Text size="sm">{t('keptMails.campaigns', { number: countOf('campaign') })}</Text>
            )}
            <Group gap="sm">
              <Button onClick={() => void run('send')}>{t('keptMails.send')}</Button>
              <Button variant="default" onClick={() => void run('discard')}>
                {t('keptMails.discard')}
              </Button>
            </Group>
          </>
        )}
        {done && (
          <Text size="sm" role="status">
            {done.verb === 'send' ? t('keptMails.sent', { ...done }) : t('keptMails.discarded', { ...done })}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
