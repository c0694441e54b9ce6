// A small month for jumping to a day, with arrow key navigation.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateIn, firstWeekday, now, plainDay } from '#web/lib/dates.ts';
import classes from './mini-month.module.css';
import { shownDays } from './shown-days.ts';

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
  const [focusedDay, setFocusedDay] = useState<Temporal.PlainDate>();
  const grid = useRef<HTMLTableElement>(null);
  const chosen = date.toString();
  useEffect(() => {
    const day = Temporal.PlainDate.from(chosen);
    setMonth(day.toPlainYearMonth());
    setFocusedDay(undefined);
  }, [chosen]);

  const { first } = shownDays('month', month.toPlainDate({ day: 1 }), firstWeekday());
  const today = dateIn(now(), zone);
  const tabStop = focusedDay ?? (isIn(date, month) ? date : month.toPlainDate({ day: 1 }));

  function moveFocus(event: KeyboardEvent): void {
    const step = keySteps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabStop.add(step);
    setFocusedDay(next);
    setMonth(next.toPlainYearMonth());
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }

  return (
    <section className={classes.month} aria-label={t('calendar.miniMonth')}>
      <div className={classes.head}>
        <span className={classes.title} aria-live="polite">
          {plainDay(month.toPlainDate({ day: 1 }), { month: 'long', year: 'numeric' })}
        </span>
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={t('calendar.previousMonth')}
          onClick={() => setMonth(month.subtract({ months: 1 }))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={t('calendar.nextMonth')}
          onClick={() => setMonth(month.add({ months: 1 }))}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
      <table ref={grid} className={classes.grid} onKeyDown={moveFocus}>
        <thead>
          <tr>
            {days(first, 7).map((day) => (
              <th key={day.dayOfWeek} scope="col" abbr={plainDay(day, { weekday: 'long' })}>
                {plainDay(day, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 1, 2, 3, 4, 5].map((week) => (
            <tr key={week}>
              {days(first.add({ weeks: week }), 7).map((day) => (
                <td key={day.toString()} data-shown={isShown(day, shown) || undefined}>
                  <button
                    type="button"
                    className={classes.day}
                    tabIndex={day.equals(tabStop) ? 0 : -1}
                    aria-label={plainDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                    aria-current={day.equals(today) ? 'date' : undefined}
                    aria-pressed={day.equals(date)}
                    data-other={!isIn(day, month) || undefined}
                    onClick={() => onChoose(day)}
                  >
                    {day.day}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const keySteps: Record<string, Temporal.DurationLike> = {
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
  ArrowUp: { weeks: -1 },
  ArrowDown: { weeks: 1 },
  PageUp: { months: -1 },
  PageDown: { months: 1 },
};

function days(first: Temporal.PlainDate, count: number): Temporal.PlainDate[] {
  return Array.from({ length: count }, (_, index) => first.add({ days: index }));
}

function isIn(day: Temporal.PlainDate, month: Temporal.PlainYearMonth): boolean {
  return day.toPlainYearMonth().equals(month);
}

function isShown(day: Temporal.PlainDate, { first, after }: Props['shown']): boolean {
  return Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, after) < 0;
}
