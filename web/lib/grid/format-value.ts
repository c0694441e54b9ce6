// Formats values for people, by kind.
import i18next from 'i18next';
import type { z } from 'zod';
import { asDay, hasYear } from '#contract/lib/birthday.ts';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, metaOf } from '#contract/lib/wire.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { countryName } from '#web/lib/countries.ts';
import { minuteOf, momentOf, plainDay, visitorZone } from '#web/lib/dates.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { currentLanguage, currentLocale } from '#web/lib/locale.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { optionText } from './list-text.ts';

/** Returns the formatted value of a row's field; an empty string for no value. */
export function formatField(
  resource: AnyList,
  field: string,
  value: unknown,
  schema = fieldOf(resource.declared, field),
): string {
  if (kindOf(schema) === 'enum' && value) return optionText(resource, field, String(value));
  if (kindOf(schema) === 'code' && value) return optionText(resource, field, String(value));
  // Logs, which begin with the last day, need seconds.
  if (kindOf(schema) === 'instant' && value && resource.declared.range?.defaultSpan.days)
    return momentOf(String(value), visitorZone());
  const none = metaOf(schema, 'none');
  if (none && !value) return i18next.t(uncheckedKey(none));
  if (Array.isArray(value)) return value.map((one) => optionText(resource, field, String(one))).join(', ');
  return formatValue(schema, value);
}

/** The name of a row: its title and the fields that distinguish equal titles. `Greeting · German`. */
export function rowName(resource: AnyList, row: Row): string {
  const { title, subtitle: beside = [] } = resource.declared;
  return [title, ...beside]
    .map((field) => formatField(resource, field, row[field]))
    .filter(Boolean)
    .join(' · ');
}

function formatValue(schema: z.ZodType, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  switch (kindOf(schema)) {
    case 'instant':
      return minuteOf(String(value), visitorZone());
    case 'date':
      return plainDay(String(value), { day: 'numeric', month: 'short', year: 'numeric' });
    case 'birthday':
      return plainDay(asDay(String(value)), {
        ...({ day: 'numeric', month: 'short' } as const),
        ...(hasYear(String(value)) && { year: 'numeric' }),
      });
    case 'money':
      return formatFullEuro(Number(value));
    case 'number':
      return new Intl.NumberFormat(currentLocale()).format(Number(value));
    case 'bytes':
      return formatBytes(Number(value));
    case 'duration':
      return formatDuration(Number(value));
    case 'country':
      return countryName(String(value));
    case 'boolean':
      return i18next.t(value ? 'grid.yes' : 'grid.no');
    case 'language':
      return languageName(String(value));
    case 'timeZone':
      return String(value).replaceAll('_', ' ');
    default:
      return String(value);
  }
}

/** `German` for `de`, in the page's language. Returns the key itself if it is unknown. */
export function languageName(key: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(key) ?? key;
  } catch {
    return key;
  }
}

/** Languages with their names, in the order of the names, for a select. */
export function languageOptions(keys: readonly string[]): { value: string; label: string }[] {
  const options = keys.map((value) => ({ value, label: languageName(value) }));
  return options.sort((a, b) => a.label.localeCompare(b.label, currentLanguage()));
}

/** True for kinds that are right-aligned. */
export function isNumeric(schema: z.ZodType): boolean {
  return ['number', 'money', 'bytes', 'duration'].includes(kindOf(schema));
}

/** `10 mins` of seconds */
export function formatDuration(seconds: number): string {
  const options = { style: 'unit', unit: 'minute', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(seconds / 60);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `12 kB`, `6 bytes`; units up to TB (specification, section 9). */
function formatBytes(size: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  const options = {
    style: 'unit',
    unit: units[step],
    unitDisplay: step ? 'short' : 'long',
    maximumSignificantDigits: 3,
  } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(size / 1000 ** step);
}
