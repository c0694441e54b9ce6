// Labels and formats of the date pickers, in the page's language.
import i18next from 'i18next';
import { firstWeekday, plainDay, timeOf } from '#web/lib/dates.ts';
import { clockFormat } from '#web/lib/ui/time/clock-format.ts';
import classes from './editor.module.css';

/**
 * Props of every date picker. Mantine's red weekends and pale outside days lack contrast, which is why both are off.
 */
export function datePickerProps() {
  const { t } = i18next;
  const format = (options: Intl.DateTimeFormatOptions) => (date: string) => plainDay(date.slice(0, 10), options);
  return {
    firstDayOfWeek: (firstWeekday() % 7) as 0, // 0 (Sunday) to 6.
    weekendDays: [],
    hideOutsideDates: true,
    highlightToday: true,
    classNames: { day: classes.day },
    weekdayFormat: format({ weekday: 'short' }),
    monthLabelFormat: format({ month: 'long', year: 'numeric' }),
    monthsListFormat: format({ month: 'short' }),
    getDayAriaLabel: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    ariaLabels: {
      nextMonth: t('calendar.nextMonth'),
      previousMonth: t('calendar.previousMonth'),
      nextYear: t('grid.nextYear'),
      previousYear: t('grid.previousYear'),
      nextDecade: t('grid.nextDecade'),
      previousDecade: t('grid.previousDecade'),
      // The controls that choose a month or a year are named by the text they show.
    },
  };
}

/** Props of every picker of a date with a time. */
export function dateTimePickerProps() {
  return {
    ...datePickerProps(),
    valueFormat: formatDateTime,
    timePickerProps: clockFormat(),
    // Where the month and the time do not fit beside the field, such as in an enlarged page, they scroll in a dialog.
    dropdownType: matchMedia('(max-height: 36em)').matches ? ('modal' as const) : ('popover' as const),
    // Escape closes it first, then the dialog around it.
    modalProps: { 'data-mantine-stop-propagation': true, transitionProps: { duration: 0 } } as object,
  };
}

/** `1 Mar 2026, 02:00` or `Mar 1, 2026, 2:00 AM` for `2026-03-01 02:00:00`. */
function formatDateTime(local: string): string {
  const [day = ''] = local.split(' ');
  // The time is already that of a wall clock.
  const clock = timeOf(Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime('UTC').toInstant(), 'UTC');
  return `${plainDay(day, { day: 'numeric', month: 'short', year: 'numeric' })}, ${clock}`;
}
