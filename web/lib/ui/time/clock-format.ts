// The clock of time pickers.
import { currentLocale } from '#web/lib/locale.ts';

/** 12 or 24 hours, as the locale has it. */
export function clockFormat() {
  const format = new Intl.DateTimeFormat(currentLocale(), { hour: 'numeric', timeZone: 'UTC' });
  if (!format.resolvedOptions().hour12) return { format: '24h' as const };
  const half = (hour: number) =>
    format.formatToParts(hour * 3_600_000).find(({ type }) => type === 'dayPeriod')?.value ?? (hour < 12 ? 'AM' : 'PM');
  return { format: '12h' as const, amPmLabels: { am: half(1), pm: half(13) } };
}
