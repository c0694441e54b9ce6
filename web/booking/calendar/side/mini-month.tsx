// A small month to jump by, with the days that the calendar shows.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateIn, now, plainDay } from '#web/lib/dates.ts';
import { MonthGrid } from '#web/lib/ui/time/month-grid.tsx';
import classes from './mini-month.module.css';

interface Props {
  /** The selected day. */
  date: Temporal.PlainDate;
  /** The days in view; `after` is exclusive. */
  shown: { first: Temporal.PlainDate; after: Temporal.PlainDate };
  zone: string;
  onChoose: (date: Temporal.PlainDate) => void;
}

export function MiniMonth({ date, shown, zone, onChoose }: Props) {
  const { t } = useTranslation();
  const [month, setMonth] = useState(() => date.toPlainYearMonth());
  const chosen = date.toString();
  useEffect(() => setMonth(Temporal.PlainDate.from(chosen).toPlainYearMonth()), [chosen]);
  return (
    <section aria-label={t('calendar.miniMonth')}>
      <MonthGrid
        isSmall
        month={month}
        onMonth={setMonth}
        labels={{ previousMonth: t('calendar.previousMonth'), nextMonth: t('calendar.nextMonth') }}
        today={dateIn(now(), zone)}
        selected={date}
        dayProps={(day) => ({
          className: classes.day,
          'aria-label': plainDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
          'data-other': !day.toPlainYearMonth().equals(month) || undefined,
          'data-selected': day.equals(date) || undefined,
        })}
        cellProps={(day) => ({ className: classes.cell, 'data-shown': isShown(day, shown) || undefined })}
        onSelect={onChoose}
      />
    </section>
  );
}

function isShown(day: Temporal.PlainDate, { first, after }: Props['shown']): boolean {
  return Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, after) < 0;
}
