// The days of a month as a sheet shows them, and the keys that move among them.

export function startOfWeek(date: Temporal.PlainDate, firstWeekday: number): Temporal.PlainDate {
  return date.subtract({ days: (date.dayOfWeek - firstWeekday + 7) % 7 });
}

/**
 * The whole weeks that a month touches, beginning with the given weekday (1 Monday to 7 Sunday); `count` weeks where it
 * is given.
 */
export function weeksOf(month: Temporal.PlainYearMonth, firstWeekday: number, count?: number): Temporal.PlainDate[][] {
  const day = month.toPlainDate({ day: 1 });
  const first = startOfWeek(day, firstWeekday);
  const touched = Math.ceil((first.until(day).days + month.daysInMonth) / 7);
  return Array.from({ length: count ?? touched }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => first.add({ days: week * 7 + column })),
  );
}

/** The day that a key of the keyboard leads to (ARIA's date grid), or undefined for any other key. */
export function dateForKey(
  key: { key: string; shiftKey: boolean },
  from: Temporal.PlainDate,
  firstWeekday: number,
): Temporal.PlainDate | undefined {
  switch (key.key) {
    case 'ArrowLeft':
      return from.subtract({ days: 1 });
    case 'ArrowRight':
      return from.add({ days: 1 });
    case 'ArrowUp':
      return from.subtract({ weeks: 1 });
    case 'ArrowDown':
      return from.add({ weeks: 1 });
    case 'Home':
      return startOfWeek(from, firstWeekday);
    case 'End':
      return startOfWeek(from, firstWeekday).add({ days: 6 });
    case 'PageUp':
      return from.subtract(key.shiftKey ? { years: 1 } : { months: 1 });
    case 'PageDown':
      return from.add(key.shiftKey ? { years: 1 } : { months: 1 });
    default:
      return undefined;
  }
}
