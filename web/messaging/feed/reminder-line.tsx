// One reminder: kind, text, time, and whether it is new.
import {
  IconBell,
  IconCalendarEvent,
  IconCash,
  IconCashOff,
  IconFileInvoice,
  IconInfoCircle,
  IconMessageExclamation,
  IconReceipt,
  IconSettings,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Reminder, ReminderType } from '#contract/messaging/feed.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import classes from './reminders.module.css';

const icons: Record<ReminderType, typeof IconBell> = {
  calendarEvent: IconCalendarEvent,
  system: IconSettings,
  invoiceNew: IconFileInvoice,
  paymentNew: IconCash,
  paymentConfirmed: IconReceipt,
  paymentCancelled: IconCashOff,
  smsFundsError: IconMessageExclamation,
  general: IconInfoCircle,
  other: IconBell,
};

export function ReminderLine({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation();
  const { type, text, created, visited } = reminder;
  const Icon = icons[type];
  return (
    <span className={classes.line} data-visited={visited || undefined}>
      <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} data-type={type} />
      <span className={classes.words}>
        <span className={classes.text}>{text}</span>
        <span className={classes.more}>
          {t(`reminders.type.${type}`)} · <time dateTime={created}>{dayAndTime(created, visitorZone())}</time>
          {!visited && <span className="unseen"> · {t('reminders.new')}</span>}
        </span>
      </span>
      {!visited && <span className={classes.dot} aria-hidden="true" />}
    </span>
  );
}
