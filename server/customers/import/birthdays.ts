// Reads birthdays as programs and people write them.
import type { DayOrder } from '#contract/customers/import.ts';
import { isBirthday } from '#contract/lib/birthday.ts';
import { dayPartsIn, dayTextOf } from './days.ts';

/** Years that programs write where they know none. */
const noYears = new Set(['0000', '0001', '1604', '1900', '1904']);
/** Days that programs write where they know none: those from which they count, and the last one of Outlook. */
const noDays = /^(1899-12-30|1899-12-31|1900-0?[01]-0?[01]|1904-0?1-0?1|0001-0?1-0?1|1753-0?1-0?1|4501-0?1-0?1)$/;

/**
 * A day as `YYYY-MM-DD`, as `--MM-DD` where its year is unknown, null where the cell says that there is none, and
 * undefined where it is none. `today` is such a day; two digits are a year up to it.
 */
export function birthdayIn(cell: string, order: DayOrder, today: string): string | null | undefined {
  const text = dayTextOf(cell);
  if (!/[1-9]/.test(text)) return /\p{L}/u.test(text) ? undefined : null;
  const written = dayPartsIn(text, order);
  if (!written) return undefined;
  const [year, month, day] = written;
  if (noDays.test(written.join('-'))) return null;
  const known = year === undefined ? undefined : fullYear(year, today);
  const found = `${known && !noYears.has(known) ? known : '-'}-${two(month)}-${two(day)}`;
  return isBirthday(found) && found <= today ? found : undefined;
}

/** Two digits are a year of the last hundred. */
function fullYear(year: string, today: string): string {
  if (year.length > 2) return year;
  const century = Number(today.slice(0, 2));
  const now = Number(today.slice(2, 4));
  return `${Number(year) > now ? century - 1 : century}${year.padStart(2, '0')}`;
}

function two(number: string): string {
  return number.padStart(2, '0').slice(-2);
}
