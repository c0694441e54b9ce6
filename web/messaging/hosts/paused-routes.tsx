// The mail servers or SMS gateways that are paused, why, and an action that resumes one; and what else keeps messages
// from leaving.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Output } from '#contract/lib/service.ts';
import type { systemSmtps } from '#contract/messaging/mail-servers.ts';
import type { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

const refetchInterval = 15_000;

type Operations = typeof systemSmtps.operations | typeof systemSmsGateways.operations;
type Obstacle = Output<Operations['getObstacles']>[number];

export function PausedRoutes({
  operations,
}: {
  operations: Pick<Operations, 'getPaused' | 'getObstacles' | 'resume'>;
}) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const key = ['pausedRoutes', operations.getPaused.path];
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: () => call(operations.getPaused, {}),
    refetchInterval,
  });
  async function resume({ id, key: name }: { id: string; key: string }): Promise<void> {
    const isDone = await attempt(t('list.smtps.notResumed', { name }), () =>
      call(operations.resume, { id }, { handlesErrors: true }),
    );
    if (isDone) toast('success', t('list.smtps.resumed', { name }));
    await cache.invalidateQueries({ queryKey: key });
  }
  const { data: obstacles = [] } = useQuery({
    queryKey: ['routeObstacles', operations.getObstacles.path],
    queryFn: () => call(operations.getObstacles, {}),
    refetchInterval,
  });
  if (data.length + obstacles.length === 0) return null;
  return (
    <Stack gap="sm" mb="md">
      {data.map((server) => (
        <Alert
          key={server.id}
          role="status"
          color="orange"
          variant="light"
          styles={{ title: { color: 'var(--daybook-text)' } }}
          title={t('list.smtps.paused', { name: server.key })}
        >
          <Group justify="space-between" gap="sm" wrap="wrap">
            <Stack gap={4} flex="1 1 16rem" miw={0}>
              <Text size="sm">
                {t('list.smtps.pausedSince', { since: minuteOf(server.pausedSince, visitorZone()) })}
              </Text>
              <code style={{ overflowWrap: 'anywhere' }}>{server.reason}</code>
            </Stack>
            <Button variant="default" onClick={() => void resume(server)}>
              {t('list.smtps.resume')}
            </Button>
          </Group>
        </Alert>
      ))}
      {obstacles.map((obstacle) => (
        <Alert key={JSON.stringify(obstacle)} role="status" color="orange" variant="light">
          {wordsOf(obstacle)}
        </Alert>
      ))}
    </Stack>
  );
}

function wordsOf({ kind, name, purpose, until }: Obstacle): string {
  const { t } = i18next;
  if (kind === 'locked') return t('list.smtps.locked', { name });
  if (kind === 'usedUp') return t('list.smtps.usedUp', { name, until: until ? minuteOf(until, visitorZone()) : '' });
  return t(purpose === 'account' ? 'list.smtps.unservedAccount' : 'list.smtps.unservedVisit');
}
