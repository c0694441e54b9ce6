// All reminders in a side panel with infinite scrolling. A page that fails to load stops it until the person retries.
import { Drawer, Loader, Skeleton, Stack } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { ReminderEntry } from './reminder-entry.tsx';
import classes from './reminders.module.css';
import { historyQuery } from './use-reminders.ts';

export function HistoryPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={380}
      title={t('reminders.history')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 120 }}
    >
      <History onNavigate={onClose} />
    </Drawer>
  );
}

function History({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation();
  const read = useInfiniteQuery({ ...historyQuery, staleTime: 0 });
  const list = read.data?.pages.flatMap(({ data }) => data) ?? [];
  // New reminders shift the pages; show each one once.
  const shown = [...new Map(list.map((one) => [one.id, one])).values()];
  if (read.isPending) return <LoadingSkeleton />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  if (shown.length === 0) {
    return (
      <div className={classes.empty}>
        <IconBellOff size={32} stroke={1.5} aria-hidden="true" />
        <p>{t('app.noReminders')}</p>
      </div>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {shown.map((reminder) => (
          <ReminderEntry key={reminder.id} reminder={reminder} onNavigate={onNavigate} />
        ))}
      </ul>
      {read.isFetchNextPageError && <TryAgain onRetry={() => void read.fetchNextPage()} />}
      {read.hasNextPage && !read.isFetchNextPageError && (
        <LoadMore busy={read.isFetchingNextPage} onSeen={() => void read.fetchNextPage()} />
      )}
    </>
  );
}

/** The end of the loaded reminders. Requests the next page when it comes near the view. */
function LoadMore({ busy, onSeen }: { busy: boolean; onSeen: () => void }) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const handler = useRef(onSeen);
  handler.current = onSeen;
  useEffect(() => {
    if (busy || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && handler.current(), {
      rootMargin: '0px 0px 240px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [busy]);
  return (
    <div ref={end} className={classes.end} role="status" aria-label={t('app.loading')}>
      <Loader size="sm" />
    </div>
  );
}

function LoadingSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack role="status" aria-label={t('app.loading')} gap="sm">
      {[0, 1, 2, 3].map((line) => (
        <Skeleton key={line} height={52} />
      ))}
    </Stack>
  );
}
