// What became of each field of a record, read from what the audit keeps of it.
import i18next from 'i18next';
import { idPattern } from '#contract/lib/fields.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';

export interface Change {
  /** The column of the table. */
  column: string;
  before: unknown;
  after: unknown;
  isChanged: boolean;
}

/** Every field that the record had or has; what is no JSON object has none. */
export function diffChanges({ before, after }: { before: string; after: string }): Change[] {
  const [was, is] = [parseFields(before), parseFields(after)];
  const columns = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return columns.map((column) => ({
    column,
    before: was[column],
    after: is[column],
    isChanged: JSON.stringify(was[column] ?? null) !== JSON.stringify(is[column] ?? null),
  }));
}

/** How many fields a list tells of. */
const maxInSummary = 4;

/** What changed, on one line: `title: Summer offer, active: Yes`. */
export function summarizeChanges(changes: readonly Change[], side: 'before' | 'after'): string {
  const relevant = changes.filter((change) => change.isChanged && !isEmpty(change[side]) && !isId(change[side]));
  const first = relevant
    .slice(0, maxInSummary)
    .map((change) => `${columnName(change.column)}: ${formatValue(change[side])}`);
  return first.length ? first.join(', ') + (relevant.length > maxInSummary ? ', …' : '') : '–';
}

/** `Shown from` for `period_start`, where lists have such a field, else the column as it is called. */
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

/** Told in small letters: what nobody reads, only compares. */
export function isId(value: unknown): boolean {
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
