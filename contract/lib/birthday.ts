// Birthdays: a day, or a day and month where the year is unknown.
import { z } from 'zod';
import { isDay } from './fields.ts';

/** `YYYY-MM-DD`, or `--MM-DD` (RFC 6350); the 29th of February needs no year. */
export const birthday = z.string().refine(isBirthday, { error: 'field.date' }).meta({ kind: 'birthday' });

export function isBirthday(text: string): boolean {
  return isDay(asDay(text));
}

/** A day that shows a birthday: without its year, one of a leap year. */
export function asDay(text: string): string {
  return text.replace(/^--(?=\d\d-\d\d$)/, '2000-');
}

export function hasYear(text: string): boolean {
  return !text.startsWith('--');
}
