// The bell in the top bar: the number of new reminders and a list of the latest.
import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountBadge, countText } from '#web/lib/ui/count-badge.tsx';
import { FocusPopover } from '#web/lib/ui/dialog/focus-popover.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { ReminderEntry } from './reminder-entry.tsx';
import classes from './reminders.module.css';
import { useLiveReminders, useNews, visitAll } from './use-reminders.ts';

/** Specification, "Reminder dropdown": shows 5, expands to 10. */
const initialCount = 5;
const maxCount = 10;

export function Bell({ onHistory }: { onHistory: () => void }) {
  const { t } = useTranslation();
  const [opened, open] = useState(false);
  useLiveReminders();
  const list = useNews().data ?? [];
  const label = list.length ? t('reminders.bell', { number: countText(list.length) }) : t('app.reminders');
  const close = () => open(false);
  return (
    <FocusPopover opened={opened} onClose={close} position="bottom-end" width="min(24rem, calc(100vw - 1rem))">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={label}
          title={label}
          className={classes.bell}
          onClick={() => open(!opened)}
        >
          <IconBell size={20} stroke={1.75} />
          {list.length > 0 && <CountBadge className={classes.count} count={list.length} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('reminders.news')} p={0}>
        <News onNavigate={close} />
        <Button
          className={classes.history}
          variant="subtle"
          fullWidth
          radius={0}
          onClick={() => {
            close();
            onHistory();
          }}
        >
          {t('reminders.history')}
        </Button>
      </Popover.Dropdown>
    </FocusPopover>
  );
}

function News({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(initialCount);
  const news = useNews();
  const list = news.data ?? [];
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('reminders.news')}</h2>
        {list.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={visitAll}>
            {t('reminders.allVisited')}
          </Button>
        )}
      </div>
      {news.isPending && <Skeleton height={44} mx="sm" mb="sm" width="auto" />}
      {news.data?.length === 0 && <p className={classes.none}>{t('reminders.none')}</p>}
      {news.isError && !news.data && (
        <div className={classes.none}>
          <TryAgain onRetry={() => void news.refetch()} />
        </div>
      )}
      <ul className={classes.scroll}>
        {list.slice(0, shown).map((reminder) => (
          <ReminderEntry key={reminder.id} reminder={reminder} onNavigate={onNavigate} />
        ))}
      </ul>
      {list.length > shown && shown < maxCount && (
        <Button variant="subtle" size="compact-sm" mx="xs" my={4} onClick={() => setShown(maxCount)}>
          {t('reminders.more')}
        </Button>
      )}
    </>
  );
}
