// A month as a grid of days, with the keyboard behaviour of ARIA's date grid.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's date grid is a table with a grid's keys.
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons within the cells take the focus.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ButtonHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { firstWeekday, plainDay } from '#web/lib/dates.ts';
import { dateForKey, weeksOf } from './month.ts';
import classes from './month-grid.module.css';

type Marks = Record<`data-${string}`, boolean | undefined>;

interface MonthGridProps {
  month: Temporal.PlainYearMonth;
  /** Turns to another month. */
  onMonth(month: Temporal.PlainYearMonth): void;
  labels: { previousMonth: string; nextMonth: string };
  /** Shows the days of the neighbouring months and no heading, for use beside larger content. */
  isSmall?: boolean;
  today: Temporal.PlainDate;
  /** The first and last selectable day; no limit while unknown. */
  first?: Temporal.PlainDate | undefined;
  last?: Temporal.PlainDate | undefined;
  selected: Temporal.PlainDate | undefined;
  /** The tab stop when neither the focused nor the selected day is in the month. */
  entry?: Temporal.PlainDate | undefined;
  isBusy?: boolean;
  /** The attributes of a day's button, such as its accessible name. */
  dayProps(date: Temporal.PlainDate): ButtonHTMLAttributes<HTMLButtonElement> & Marks;
  /** The class and marks of a day's cell. */
  cellProps?(date: Temporal.PlainDate): { className: string | undefined } & Marks;
  onSelect(date: Temporal.PlainDate): void;
}

export function MonthGrid({ month, onMonth, labels, isSmall = false, today, first, last, ...props }: MonthGridProps) {
  const { selected, entry, isBusy, dayProps, cellProps, onSelect } = props;
  const titleId = useId();
  const table = useRef<HTMLTableElement>(null);
  // The day reached by keyboard since the month is shown.
  const [focusedDay, setFocusedDay] = useState<Temporal.PlainDate>();
  const shouldFocus = useRef(false);
  const weekStart = firstWeekday();
  // Weeks before the first selectable day would only push the rest of the page down.
  const weeks = weeksOf(month, weekStart, isSmall ? 6 : undefined).filter(
    (week) => isSmall || !first || week.some((date) => Temporal.PlainDate.compare(date, first) >= 0),
  );
  const isInMonth = (date: Temporal.PlainDate | undefined) => date?.toPlainYearMonth().equals(month);
  const tabStop = [focusedDay, selected, entry, today].find(isInMonth) ?? month.toPlainDate({ day: 1 });

  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-date="${tabStop}"]`)?.focus();
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const from = event.target instanceof HTMLElement && event.target.dataset.date;
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dateForKey(event, Temporal.PlainDate.from(from), weekStart);
    if (!next) return;
    event.preventDefault();
    // The page handles keys of its own.
    event.stopPropagation();
    shouldFocus.current = true;
    moveTo(clampDate(next, first, last));
  }

  function moveTo(date: Temporal.PlainDate): void {
    setFocusedDay(date);
    if (isInMonth(date)) return;
    shouldFocus.current = true;
    onMonth(date.toPlainYearMonth());
  }

  function turnPage(months: number): void {
    setFocusedDay(undefined);
    onMonth(month.add({ months }));
  }

  return (
    <div className={classes.month} data-small={isSmall || undefined}>
      <MonthHead {...{ titleId, month, labels, isSmall, first, last }} onTurn={turnPage} />
      <table
        ref={table}
        role="grid"
        className={classes.grid}
        aria-labelledby={titleId}
        aria-busy={isBusy}
        onKeyDown={onKeyDown}
      >
        <WeekdayNames week={weeks[0]} isSmall={isSmall} />
        <tbody>
          {weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month's weeks never change their order.
            <tr key={row}>
              {week.map((date) =>
                isSmall || isInMonth(date) ? (
                  <td
                    key={date.dayOfWeek}
                    role="gridcell"
                    aria-selected={selected !== undefined && date.equals(selected)}
                    {...cellProps?.(date)}
                  >
                    <button
                      type="button"
                      tabIndex={date.equals(tabStop) ? 0 : -1}
                      data-date={date.toString()}
                      aria-current={date.equals(today) ? 'date' : undefined}
                      onClick={() => {
                        moveTo(date);
                        onSelect(date);
                      }}
                      {...dayProps(date)}
                    >
                      {date.day}
                    </button>
                  </td>
                ) : (
                  <td key={date.dayOfWeek} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MonthHeadProps extends Pick<MonthGridProps, 'month' | 'labels' | 'first' | 'last'> {
  titleId: string;
  isSmall: boolean;
  onTurn(months: number): void;
}

function MonthHead({ titleId, month, labels, isSmall, first, last, onTurn }: MonthHeadProps) {
  const Title = isSmall ? 'span' : 'h3';
  const arrow = isSmall ? ({ variant: 'subtle', size: 28 } as const) : ({ variant: 'default', size: 40 } as const);
  const iconSize = isSmall ? 16 : 18;

  return (
    <div className={classes.head}>
      <Title id={titleId} className={classes.title} aria-live="polite">
        {plainDay(month.toPlainDate({ day: 1 }), { month: 'long', year: 'numeric' })}
      </Title>
      <ActionIcon
        {...arrow}
        aria-label={labels.previousMonth}
        disabled={first && !isBefore(first.toPlainYearMonth(), month)}
        onClick={() => onTurn(-1)}
      >
        <IconChevronLeft size={iconSize} />
      </ActionIcon>
      <ActionIcon
        {...arrow}
        aria-label={labels.nextMonth}
        disabled={last && !isBefore(month, last.toPlainYearMonth())}
        onClick={() => onTurn(1)}
      >
        <IconChevronRight size={iconSize} />
      </ActionIcon>
    </div>
  );
}

function WeekdayNames({ week, isSmall }: { week: readonly Temporal.PlainDate[] | undefined; isSmall: boolean }) {
  return (
    <thead>
      <tr>
        {week?.map((date) => (
          <th key={date.dayOfWeek} scope="col" abbr={plainDay(date, { weekday: 'long' })}>
            {plainDay(date, { weekday: isSmall ? 'narrow' : 'short' })}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function isBefore(one: Temporal.PlainYearMonth, other: Temporal.PlainYearMonth): boolean {
  return Temporal.PlainYearMonth.compare(one, other) < 0;
}

function clampDate(
  date: Temporal.PlainDate,
  first: Temporal.PlainDate | undefined,
  last: Temporal.PlainDate | undefined,
): Temporal.PlainDate {
  if (first && Temporal.PlainDate.compare(date, first) < 0) return first;
  if (last && Temporal.PlainDate.compare(date, last) > 0) return last;
  return date;
}
