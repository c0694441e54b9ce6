// A month with its free days marked.
import { useTranslation } from 'react-i18next';
import { plainDay } from '#web/lib/dates.ts';
import { MonthGrid } from '#web/lib/ui/time/month-grid.tsx';
import classes from './free-month.module.css';

interface FreeMonthProps {
  month: Temporal.PlainYearMonth;
  /** Turns to another month. */
  onMonth(month: Temporal.PlainYearMonth): void;
  today: Temporal.PlainDate;
  /** The last date that may be reached; undefined while unknown. */
  last: Temporal.PlainDate | undefined;
  /** How many times are free, by date; undefined while loading. */
  free: ReadonlyMap<string, number> | undefined;
  /** The dates without opening hours. */
  closed?: readonly string[] | undefined;
  selected: string | undefined;
  onSelect(date: string): void;
}

export function FreeMonth({ month, onMonth, today, last, free, closed = [], selected, onSelect }: FreeMonthProps) {
  const { t } = useTranslation();
  const isLoading = free === undefined;
  const [firstFree] = free?.keys() ?? [];
  const countOn = (date: Temporal.PlainDate) => free?.get(date.toString()) ?? 0;
  return (
    <MonthGrid
      month={month}
      onMonth={onMonth}
      labels={{ previousMonth: t('booking.previousMonth'), nextMonth: t('booking.nextMonth') }}
      today={today}
      first={today}
      last={last}
      selected={toDate(selected)}
      entry={toDate(firstFree)}
      isBusy={isLoading}
      dayProps={(date) => {
        const count = countOn(date);
        const isFree = count > 0;
        const isClosed = !isFree && closed.includes(date.toString());
        const word = isFree ? 'booking.dayFree' : isClosed ? 'booking.dayClosed' : 'booking.dayTaken';
        const day = plainDay(date, { weekday: 'long', day: 'numeric', month: 'long' });
        return {
          className: classes.day,
          'aria-label': isLoading ? day : t(word, { day, count }),
          title: isClosed ? t(word, { day }) : undefined,
          'aria-disabled': !isFree,
          'data-free': isFree || undefined,
          'data-today': date.equals(today) || undefined,
          'data-loading': (isLoading && Temporal.PlainDate.compare(date, today) >= 0) || undefined,
          'data-selected': date.toString() === selected || undefined,
        };
      }}
      onSelect={(date) => countOn(date) > 0 && onSelect(date.toString())}
    />
  );
}

const toDate = (text: string | undefined) => (text === undefined ? undefined : Temporal.PlainDate.from(text));
