// The search parameters of a list page: page, order, search, range, open record. Names are short: people share links.
import { idPattern } from '#contract/lib/fields.ts';
import { dayIn } from '#web/lib/day-in.ts';

export interface GridSearch {
  /** Omitted on the first page. */
  page?: number;
  /** `Field` or `-Field`, in wire names. Omitted for the default order. */
  order?: string;
  search?: string;
  /** Days, `YYYY-MM-DD`. Omitted for the default range. */
  from?: string;
  to?: string;
  /** The id of the record open in the editor, or `new`. */
  open?: string;
  /** Filters by exact value: `field:value,field:value`. */
  only?: string;
}

/** Reads the address and ignores invalid parts. */
export function readGridSearch(search: Record<string, unknown>): GridSearch {
  const text = (name: string, pattern: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && pattern.test(value) ? value : undefined;
  };
  const page = Number(search.page);
  // Sort the days of the range; it includes both.
  const [from, to] = sortDays(dayIn(search.from), dayIn(search.to));
  // The router parses numeric text as a number.
  const words = typeof search.search === 'number' ? String(search.search) : search.search;
  return {
    page: Number.isInteger(page) && page > 1 && page < 100_000 ? page : undefined,
    order: text('order', /^-?\w{1,60}$/),
    search: typeof words === 'string' && words.trim() ? words.slice(0, 200) : undefined,
    from,
    to,
    open: search.open === 'new' ? 'new' : text('open', idPattern),
    only: text('only', /^\w+:[^,:]{1,60}(,\w+:[^,:]{1,60}){0,19}$/),
  };
}

function sortDays(from: string | undefined, to: string | undefined): [string | undefined, string | undefined] {
  return from && to && from > to ? [to, from] : [from, to];
}

/** Returns the filters of an address, keyed by field. */
export function parseFilters(only: string | undefined): Record<string, string> {
  return Object.fromEntries(only?.split(',').map((pair) => pair.split(':')) ?? []);
}

/** Converts a filter's text to the value that calls expect. */
export function readValue(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** Returns the filters with a new value for one field, or without that field if `value` is undefined. */
export function withFilter(only: string | undefined, field: string, value: string | undefined): string | undefined {
  const { [field]: _before, ...rest } = parseFilters(only);
  const pairs = Object.entries(value === undefined ? rest : { ...rest, [field]: value });
  return pairs.length ? pairs.map((pair) => pair.join(':')).join(',') : undefined;
}
