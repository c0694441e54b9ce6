// How long before an appointment a reminder leaves, in words.
import i18next from 'i18next';

/** Whole days from two days on, else hours. */
export function leadText(hours: number): string {
  const isDays = hours >= 48 && hours % 24 === 0;
  return isDays
    ? i18next.t('visitReminders.days', { count: hours / 24 })
    : i18next.t('visitReminders.hours', { count: hours });
}
