// A value as a person reads it, by its kind.
import i18next from 'i18next';
import type { z } from 'zod';
import { type AnyResource, fieldOf } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import { momentOf, plainDay, visitorZone } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { euro } from '#web/lib/money.ts';
import { optionLabel } from './resource-words.ts';

/** The value of a row's field; empty for nothing. */
export function showField(
  resource: AnyResource,
  field: string,
  value: unknown,
  schema = fieldOf(resource.declared, field),
): string {
  if (kindOf(schema) === 'enum' && value) return optionLabel(resource, field, String(value));
  if (Array.isArray(value)) return value.map((one) => optionLabel(resource, field, String(one))).join(', ');
  return showValue(schema, value);
}

function showValue(schema: z.ZodType, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  switch (kindOf(schema)) {
    case 'instant':
      return momentOf(String(value), visitorZone());
    case 'date':
      return plainDay(String(value), { day: 'numeric', month: 'short', year: 'numeric' });
    case 'money':
      return euro(Number(value));
    case 'number':
      return new Intl.NumberFormat(currentLocale()).format(Number(value));
    case 'bytes':
      return bytes(Number(value));
    case 'boolean':
      return i18next.t(value ? 'grid.yes' : 'grid.no');
    case 'timeZone':
      return String(value).replaceAll('_', ' ');
    default:
      return String(value);
  }
}

/** Kinds whose values stand at the right, one under the other. */
export function isNumeric(schema: z.ZodType): boolean {
  return ['number', 'money', 'bytes'].includes(kindOf(schema));
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `12 kB`; units up to TB (specification, section 9). */
function bytes(size: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  const options = { style: 'unit', unit: units[step], unitDisplay: 'short', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(size / 1000 ** step);
}
