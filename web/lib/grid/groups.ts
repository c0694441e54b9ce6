// The headings of a list whose rows are grouped by a field, such as services by their category.
import { type AnyResource, fieldOf, isNew } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import type { Row } from '#web/lib/editor/row.ts';

export interface Grouping<R = Row> {
  field: keyof R & string;
  /** The heading of rows without a value. */
  none: string;
}

export interface Groups {
  /** Headings show its values: neither a column nor a line of a card repeats them. */
  field: string;
  all: readonly Group[];
}

interface Group {
  /** Undefined above a row that is not saved yet. */
  heading: string | undefined;
  rows: readonly Row[];
}

interface Shown {
  resource: AnyResource;
  groupBy: Grouping | undefined;
  rows: readonly Row[];
  /** In which the rows are, `Field` or `-Field`. */
  order: string;
}

/** Returns undefined while the list is in another order: rows of one value do not follow each other then. */
export function groupsOf({ resource, groupBy, rows, order }: Shown): Groups | undefined {
  if (!groupBy) return;
  const { field, none } = groupBy;
  const orderField = order.replace(/^-/, '').toLowerCase();
  if (orderField !== wireName(field, fieldOf(resource.declared, field)).toLowerCase()) return;
  const groupOf = (row: Row) => (isNew(row) ? undefined : String(row[field] ?? ''));
  const starts = rows.flatMap((row, index) => {
    const before = rows[index - 1];
    return !before || groupOf(before) !== groupOf(row) ? [index] : [];
  });
  const all = starts.map((start, index): Group => {
    const first = rows[start];
    const value = first && groupOf(first);
    return {
      heading: value === undefined ? undefined : value || none,
      rows: rows.slice(start, starts[index + 1]),
    };
  });
  return { field, all };
}
