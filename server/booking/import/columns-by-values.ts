// Recognizes the columns of services by their values, where no heading says them: a list of names, prices and lengths.
import type { BookingColumn } from '#contract/booking/import.ts';
import { minutesIn, priceIn } from './read-times.ts';

/** The rows whose values are looked at. */
const maxRead = 200;

interface Values {
  column: number;
  values: string[];
}

/** `fields` with a meaning for columns that have none, as far as their values say it. */
export function columnsByValues(
  fields: readonly BookingColumn[],
  titles: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): BookingColumn[] {
  const found = [...fields];
  // A row with one cell is a heading within the list.
  const read = rows.filter(({ cells }) => cells.filter(Boolean).length > 1).slice(0, maxRead);
  const free = (): Values[] =>
    found.flatMap((field, column) => {
      const values = read.flatMap(({ cells }) => cells[column]?.trim() || []);
      return field === 'skip' && values.length > read.length / 2 ? [{ column, values }] : [];
    });
  const give = (field: BookingColumn, to: Values | undefined) => {
    if (to && !found.includes(field)) found[to.column] = field;
  };
  const withoutHeadings = titles.every((title) => title === '');
  if (read.length === 0 || (found.includes('service') && !withoutHeadings)) return found;
  give('minutes', free().find(most(isLength)));
  give('price', free().find(most(isAmount)));
  const texts = free().filter(most(isText));
  // Names differ; those of categories repeat.
  const names = texts.toSorted((a, b) => variety(b) - variety(a) || length(a) - length(b));
  give('service', names[0]);
  if (!withoutHeadings) return found;
  give(
    'category',
    texts.find((one) => variety(one) <= 0.7 && found[one.column] === 'skip'),
  );
  give(
    'description',
    texts.find((one) => length(one) > 30 && found[one.column] === 'skip'),
  );
  giveFigures(free().filter(most(isFigure)), give, found);
  return found;
}

/** Figures alone: lengths are whole and mostly quarters of an hour. */
function giveFigures(
  figures: readonly Values[],
  give: (field: BookingColumn, to: Values | undefined) => void,
  found: readonly BookingColumn[],
): void {
  const byLength = figures.filter(most(canBeLength)).toSorted((a, b) => quarters(b) - quarters(a));
  const [likely] = byLength;
  // Two that are as likely stand in the order of price lists: the price before the length, or a single one is a price.
  const isTie = byLength.length > 1 && quarters(byLength[1] as Values) === quarters(likely as Values);
  const minutes = isTie ? byLength.at(-1) : likely;
  const isPrice = figures.length === 1 && !found.includes('price') && (likely ? quarters(likely) < 1 : true);
  if (!isPrice) give('minutes', minutes);
  give(
    'price',
    figures.find(({ column }) => found[column] === 'skip'),
  );
}

const most =
  (isOne: (value: string) => boolean) =>
  ({ values }: Values) =>
    values.filter(isOne).length > values.length * 0.7;

/** With a unit, or as a clock shows it. */
const isLength = (value: string) => /\d\s*['′:\p{L}]/u.test(value) && minutesIn(value) !== undefined;
const isAmount = (value: string) =>
  (/\p{Sc}|\d[.,]\d{2}(?!\d)|\d[.,][-–]|\b(eur|kr|kc|zl|chf|usd|gbp|lei|грн|руб)\b/iu.test(value) && !isLength(value)
    ? priceIn(value)
    : undefined) !== undefined;
const isText = (value: string) => /\p{L}{2}/u.test(value) && !isLength(value) && !isAmount(value);
const isFigure = (value: string) => /^\d{1,5}([.,]\d+)?$/.test(value);
const canBeLength = (value: string) =>
  /^\d+$/.test(value) && Number(value) >= 5 && Number(value) <= 720 && Number(value) % 5 === 0;
const quarters = ({ values }: Values) => values.filter((value) => Number(value) % 15 === 0).length / values.length;
const variety = ({ values }: Values) => new Set(values).size / values.length;
const length = ({ values }: Values) => values.reduce((sum, value) => sum + value.length, 0) / values.length;
