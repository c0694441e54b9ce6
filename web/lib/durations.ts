// Formats durations.
import { currentLocale } from '#web/lib/locale.ts';

/** `45 min` or `1 hr 30 min`, in the page's language. */
export function formatMinutes(minutes: number): string {
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(currentLocale(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && unit(hours, 'hour'), (rest > 0 || hours === 0) && unit(rest, 'minute')]
    .filter(Boolean)
    .join(' ');
}

/** `29:05`; never negative. */
export function formatCountdown(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}
