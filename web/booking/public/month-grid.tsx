// A month with its free days marked. Works by touch, and by keyboard as ARIA's date grid.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's date grid is a table with a grid's keys.
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons inside the cells take the focus.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstWeekday, plainDay } from '#web/lib/dates.ts';
import { dateForKey, weeksOf } from './free-days.ts';
import classes from './month-grid.module.css';

interface MonthGridProps {
  month: Temporal.PlainYearMonth;
  /** Shows another month. */
  onMonth(month: Temporal.PlainYearMonth): void;
  today: Temporal.PlainDate;
  /** The last bookable date; undefined while loading. */
  last: Temporal.PlainDate | undefined;
  /** Number of free slots by date; undefined while loading. */
  free: ReadonlyMap<string, number> | undefined;
  selected: string | undefined;
  onSelect(date: string): void;
}

export function MonthGrid({ month, onMonth, today, last, free, selected, onSelect }: MonthGridProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const table = useRef<HTMLTableElement>(null);
  // The date with the keyboard focus, if the keyboard has moved since the month appeared.
  const [focusedDay, setFocusedDay] = useState<Temporal.PlainDate>();
  const shouldFocus = useRef(false);
  const weekStart = firstWeekday();
  const first = month.toPlainDate({ day: 1 });
  const tabStop = findTabStop({ month, today, focusedDay, selected, free });

  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-date="${tabStop}"]`)?.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target instanceof HTMLElement && event.target.dataset.date;
    const next = from ? dateForKey(event, Temporal.PlainDate.from(from), weekStart) : undefined;
    if (!next) return;
    event.preventDefault();
    const to = clampDate(next, today, last);
    shouldFocus.current = true;
    setFocusedDay(to);
    if (!to.toPlainYearMonth().equals(month)) onMonth(to.toPlainYearMonth());
  };

  const turnPage = (months: number) => {
    setFocusedDay(undefined);
    onMonth(month.add({ months }));
  };
  const isFirst = Temporal.PlainYearMonth.compare(month, today.toPlainYearMonth()) <= 0;
  const isLast = last !== undefined && Temporal.PlainYearMonth.compare(month, last.toPlainYearMonth()) >= 0;

  return (
    <div className={classes.month}>
      <div className={classes.head}>
        <h3 id={titleId} className={classes.title} aria-live="polite">
          {plainDay(first, { month: 'long', year: 'numeric' })}
        </h3>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('booking.previousMonth')}
          disabled={isFirst}
          onClick={() => turnPage(-1)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('booking.nextMonth')}
          disabled={isLast}
          onClick={() => turnPage(1)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
      <table
        ref={table}
        role="grid"
        className={classes.grid}
        aria-labelledby={titleId}
        aria-busy={free === undefined}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, column) => first.add({ days: column - (first.dayOfWeek - weekStart) })).map(
              (date) => (
                <th key={date.dayOfWeek} scope="col" abbr={plainDay(date, { weekday: 'long' })}>
                  {plainDay(date, { weekday: 'short' })}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month have a fixed order.
            <tr key={row}>
              {week.map((date, column) =>
                date ? (
                  <Day
                    key={date.day}
                    date={date}
                    isToday={date.equals(today)}
                    isOpen={Temporal.PlainDate.compare(date, today) >= 0}
                    free={free?.get(date.toString())}
                    isLoading={free === undefined}
                    isSelected={date.toString() === selected}
                    isTabStop={date.toString() === tabStop}
                    onSelect={onSelect}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                  <td key={`none-${column}`} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayProps {
  date: Temporal.PlainDate;
  isToday: boolean;
  /** Today or later. */
  isOpen: boolean;
  free: number | undefined;
  isLoading: boolean;
  isSelected: boolean;
  /** True for the month's single tab stop. */
  isTabStop: boolean;
  onSelect(date: string): void;
}

function Day({ date, isToday, isOpen, free = 0, isLoading, isSelected, isTabStop, onSelect }: DayProps) {
  const { t } = useTranslation();
  const isFree = free > 0;
  const day = plainDay(date, { weekday: 'long', day: 'numeric', month: 'long' });
  const label = isLoading ? day : t(isFree ? 'booking.dayFree' : 'booking.dayTaken', { day, count: free });
  return (
    <td role="gridcell" aria-selected={isSelected}>
      <button
        type="button"
        className={classes.day}
        data-date={date.toString()}
        data-free={isFree || undefined}
        data-today={isToday || undefined}
        data-loading={(isLoading && isOpen) || undefined}
        data-selected={isSelected || undefined}
        aria-disabled={!isFree}
        aria-label={label}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => isFree && onSelect(date.toString())}
      >
        {date.day}
      </button>
    </td>
  );
}

/**
 * Returns the month's tab stop: the keyboard's last date, else the selected one, the first free one, today, or the 1st.
 */
function findTabStop({
  month,
  today,
  focusedDay,
  selected,
  free,
}: Pick<MonthGridProps, 'month' | 'today' | 'selected' | 'free'> & {
  focusedDay: Temporal.PlainDate | undefined;
}): string {
  const isInMonth = (date: Temporal.PlainDate) => date.toPlainYearMonth().equals(month);
  if (focusedDay && isInMonth(focusedDay)) return focusedDay.toString();
  if (selected && isInMonth(Temporal.PlainDate.from(selected))) return selected;
  const [firstFree] = free?.keys() ?? [];
  if (firstFree && isInMonth(Temporal.PlainDate.from(firstFree))) return firstFree;
  return (isInMonth(today) ? today : month.toPlainDate({ day: 1 })).toString();
}

function clampDate(date: Temporal.PlainDate, first: Temporal.PlainDate, last: Temporal.PlainDate | undefined) {
  if (Temporal.PlainDate.compare(date, first) < 0) return first;
  if (last && Temporal.PlainDate.compare(date, last) > 0) return last;
  return date;
}
