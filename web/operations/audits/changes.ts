// Reads the changes of each field from a data audit.
import i18next from 'i18next';
import { idPattern } from '#contract/lib/fields.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';

export interface FieldChange {
  column: string;
  before: unknown;
  after: unknown;
  isChanged: boolean;
}

/** Returns every field of the record before or after. Text that is not a JSON object has no fields. */
export function diffChanges({ before, after }: { before: string; after: string }): FieldChange[] {
  const [was, is] = [parseFields(before), parseFields(after)];
  const columns = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return columns.map((column) => ({
    column,
    before: was[column],
    after: is[column],
    isChanged: JSON.stringify(was[column] ?? null) !== JSON.stringify(is[column] ?? null),
  }));
}

/** Number of fields in a list's summary. */
const maxInSummary = 4;

/** Summarizes the changes on one line: `title: Summer offer, active: Yes`. */
export function summarizeChanges(changes: readonly FieldChange[], side: 'before' | 'after'): string {
  const relevant = changes.filter((change) => change.isChanged && !isEmpty(change[side]) && !looksLikeId(change[side]));
  const first = relevant
    .slice(0, maxInSummary)
    .map((change) => `${columnName(change.column)}: ${formatValue(change[side])}`);
  return first.length ? first.join(', ') + (relevant.length > maxInSummary ? ', …' : '') : '–';
}

/** Returns `Shown from` for `period_start` if lists have a label for the field, else the column's name. */
export function columnName(column: string): string {
  const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return i18next.t(`grid.field.${field}`, { defaultValue: column });
}

export function formatValue(value: unknown): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return i18next.t(value ? 'grid.yes' : 'grid.no');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return isInstant(text) ? minuteOf(text, visitorZone()) : text;
}

/** True for ids, which are shown in small print: people compare them but do not read them. */
export function looksLikeId(value: unknown): boolean {
  return typeof value === 'string' && idPattern.test(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
}

function parseFields(json: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(json || '{}');
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
