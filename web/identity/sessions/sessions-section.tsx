// The user's sessions: every signed-in browser, with a button to sign it out.
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { sessions } from '#contract/identity/sessions.ts';
import type { Output } from '#contract/lib/service.ts';
import classes from '#web/identity/second-factor/security.module.css';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

type Session = Output<typeof sessions.getSessions>[number];

const sessionsQuery = query(sessions.getSessions, {});
const refetchSessions = () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });

export function SessionsSection() {
  const { t } = useTranslation();
  const read = useQuery({ ...sessionsQuery, staleTime: 0 });
  const endAll = useMutation({
    mutationFn: () => call(sessions.endOtherSessions, {}),
    onSuccess: () => toast('success', t('security.everywhereDone')),
    onSettled: refetchSessions,
  });
  const signOutEverywhere = async () => {
    const confirmed = await ask({
      title: t('security.everywhereTitle'),
      text: t('security.everywhereText'),
      confirmLabel: t('security.everywhere'),
    });
    if (confirmed) endAll.mutate();
  };
  const others = (read.data?.length ?? 0) > 1;
  return (
    <Section id="sessions" title={t('security.sessions')}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t(read.data && !others ? 'security.onlyHere' : 'security.sessionsHint')}</p>
        {read.isPending && <Skeleton height={112} />}
        {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
        {read.data && (
          <ul className={classes.list}>
            {read.data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
        {others && (
          <div className={classes.foot}>
            <Button variant="default" loading={endAll.isPending} onClick={() => void signOutEverywhere()}>
              {t('security.everywhere')}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation();
  const end = useMutation({
    mutationFn: () => call(sessions.endSession, { id: session.id }, { handlesErrors: [404] }),
    onSuccess: () => toast('success', t('security.ended')),
    onSettled: refetchSessions,
  });
  const name = nameOf(session, t);
  const zone = visitorZone();
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        {name}
        {session.isCurrent && <span className={classes.mark}>{t('security.here')}</span>}
        <small>
          {[
            t('security.lastActive', { when: dayAndTime(session.lastActive, zone) }),
            t('security.since', { when: dayAndTime(session.created, zone) }),
            session.address,
            session.isRemembered && t('security.remembered'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {!session.isCurrent && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={end.isPending}
          aria-label={t('security.endLabel', { browser: name })}
          onClick={() => end.mutate()}
        >
          {t('security.end')}
        </Button>
      )}
    </li>
  );
}

function nameOf({ browser, system }: Session, t: TFunction): string {
  const browserName = browser || t('security.unknownBrowser');
  return system ? t('security.browserOn', { browser: browserName, system }) : browserName;
}
