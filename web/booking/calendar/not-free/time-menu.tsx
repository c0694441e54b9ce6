// The menu of a time in a calendar: a new appointment, or why visitors cannot book it.
import { Menu } from '@mantine/core';
import { IconCalendarPlus, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { Times } from '#web/booking/calendar/events/move-event.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { LazyWhyNotFree } from './lazy-why-not-free.tsx';

/** A time that a person has right-clicked or pressed long, and where (px in the window). */
export interface MenuTime {
  calendarId: string;
  times: Times;
  x: number;
  y: number;
}

interface Props {
  at: MenuTime;
  zone: string;
  calendars: readonly Calendar[];
  onNew: () => void;
  onEvent: (id: string) => void;
  onClose: () => void;
}

export function TimeMenu({ at, zone, calendars, onNew, onEvent, onClose }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { start } = at.times;
  if (isAsking) {
    return <LazyWhyNotFree {...{ zone, calendars, start, onEvent, onClose }} calendarId={at.calendarId} />;
  }
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      shadow="md"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className="unseen"
          aria-label={dayAndTime(start, zone)}
          style={{ position: 'fixed', insetBlockStart: at.y, insetInlineStart: at.x }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={dayAndTime(start, zone)}>
        <Menu.Label>{dayAndTime(start, zone)}</Menu.Label>
        <Menu.Item leftSection={<IconCalendarPlus size={16} aria-hidden="true" />} onClick={onNew}>
          {t('customers.book')}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconHelpCircle size={16} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('calendar.notFree.ask')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
