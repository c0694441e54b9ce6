// The cells of a row by what their columns hold.
import type { BookingColumn } from '#contract/booking/import.ts';
import { plainLine } from '#contract/lib/typed.ts';
import { disarmed } from '#server/customers/import/disarmed.ts';
import type { Sheet } from './sheet.ts';

export type Cells = (field: BookingColumn) => string;

/** Of a cell. */
const maxCell = 4_000;

/** Columns of one meaning are joined by line breaks; only notes have several. */
export function cellsBy(fields: readonly BookingColumn[]): (row: Sheet['rows'][number]) => Cells {
  const columns = new Map<BookingColumn, number[]>();
  for (const [index, field] of fields.entries()) columns.set(field, [...(columns.get(field) ?? []), index]);
  return ({ cells }) =>
    (field) =>
      (columns.get(field) ?? [])
        .map((column) => disarmed((cells[column] ?? '').slice(0, maxCell)))
        .filter(Boolean)
        .join('\n');
}

/** A name on one line; a variation is part of the name of a service. */
export function serviceNameOf(cells: Cells): string {
  // Fresha writes so that prices begin there.
  const name = plainLine(cells('service')).replace(/\s+[-–]\s+from$/i, '');
  const variation = plainLine(cells('variation'));
  const isUsual = /^(regular|standard|normal|default|-|–)?$/i.test(variation) || variation === name;
  return isUsual ? name : name ? `${name} – ${variation}` : variation;
}

/** Names of people in one cell. */
export function namesIn(cell: string): string[] {
  return cell
    .split(/\s*[;,|\n/]\s*|\s+[&+]\s+/)
    .map(plainLine)
    .filter(Boolean);
}
