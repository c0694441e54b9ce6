// The state of a list, stored in its address, and the query that loads a page.
import { useLocalStorage } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type AnyList, fieldOf, filtersOf, type ListDeclaration } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import { query } from '#web/lib/client/client.ts';
import { visitorZone } from '#web/lib/dates.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { type GridSearch, parseFilters, readGridSearch, readValue } from './grid-search.ts';

export const pageSizes = [10, 20, 50, 100] as const;

export interface GridState {
  search: GridSearch;
  /**
   * Updates the newest address, which may not be rendered yet. Any change except of `page` or `open` returns to page 1.
   * `replace` adds no history entry.
   */
  change(next: GridChange, replace?: boolean): void;
  /** `Field` or `-Field`, in wire names: the chosen order, else the one in which the list opens. */
  order: string;
  rowsPerPage: number;
  setRowsPerPage(rows: number): void;
  /** The input of the list's calls, without the page. */
  input: Record<string, unknown>;
}

/** New parts of the address, or how they follow from its present parts. */
export type GridChange = Partial<GridSearch> | ((now: GridSearch) => Partial<GridSearch>);

interface GridOptions {
  /** The page size until the person chooses another. */
  defaultRows?: number;
  /** A search in addition to the person's. */
  only?: string | undefined;
}

export function useGridState(
  { area, name, declared }: AnyList,
  { defaultRows = 20, only }: GridOptions = {},
): GridState {
  const search = readGridSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [rowsPerPage, setRowsPerPage] = useLocalStorage<number>({
    key: `daybook-rows-${area}-${name}`,
    defaultValue: defaultRows,
    getInitialValueInEffect: false,
  });
  const change = (change: GridChange, replace = false) => {
    const nextSearch = (address: Record<string, unknown>) => {
      const now = readGridSearch(address);
      const next = typeof change === 'function' ? change(now) : change;
      const staysOnPage = 'page' in next || ('open' in next && Object.keys(next).length === 1);
      return { ...now, ...(staysOnPage ? {} : { page: undefined }), ...next };
    };
    // Every list route reads its search as GridSearch.
    void navigate({ to: '.', search: nextSearch as never, replace, resetScroll: false });
  };
  const filterFields = new Set(filtersOf(declared));
  const filters = Object.entries(parseFilters(search.only)).filter(([field]) => filterFields.has(field));
  const order = search.order ?? openingOrder(declared);
  const input = {
    search: [only, search.search].filter(Boolean).join(', '),
    // Days in the search are those that the cells show.
    timeZone: search.search ? visitorZone() : undefined,
    order,
    startDate: search.from && startOf(search.from, 0),
    endDate: search.to && startOf(search.to, 1),
    ...Object.fromEntries(filters.map(([field, value]) => [field, readValue(value)])),
  };
  return { search, change, order, rowsPerPage, setRowsPerPage, input };
}

/** A list opens from A to Z by its first field, and one by time with the newest first. */
function openingOrder(declared: ListDeclaration): string {
  const [first = 'id'] = declared.sort;
  const field = fieldOf(declared, first);
  return `${kindOf(field) === 'instant' ? '-' : ''}${wireName(first, field)}`;
}

export interface GridPage {
  rows: Row[];
  totalRows: number;
  isLowerBound: boolean;
}

/**
 * Loads one page of the list. The previous page stays visible until the next one arrives. Turns to the last page with
 * rows from a page that has none, such as one whose rows were deleted.
 */
export function useRows(resource: AnyList, state: GridState) {
  const { search, input, rowsPerPage } = state;
  const { getPaginated } = resource.operations;
  const options = query(getPaginated, { ...input, pageNr: search.page ?? 1, rowsPerPage });
  const found = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    select: (answer) => toListPage(resource, answer),
  });
  const { data, isPlaceholderData } = found;
  const turnsBack = !isPlaceholderData && isPastEnd(data, state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is new at each render.
  useEffect(() => {
    if (!turnsBack || !data) return;
    const lastPage = Math.max(1, Math.ceil(data.totalRows / rowsPerPage));
    const page = Math.min(lastPage, (search.page ?? 1) - 1);
    state.change({ page: page > 1 ? page : undefined }, true);
  }, [turnsBack, data]);
  return found;
}

/** True for a page after the last one with rows. */
export function isPastEnd(listed: GridPage | undefined, { search }: GridState): boolean {
  return listed?.rows.length === 0 && (search.page ?? 1) > 1;
}

/** The answer holds its rows under a key that the resource declares. */
export function toListPage({ declared }: AnyList, answer: unknown): GridPage {
  // The resource's contract has this shape.
  const { totalRows, isLowerBound, ...rest } = answer as GridPage & Record<string, Row[]>;
  return { totalRows, isLowerBound, rows: rest[declared.rowsKey] ?? [] };
}

/** The start of a day in the visitor's zone, `after` days later. */
function startOf(day: string, after: number): string {
  return Temporal.PlainDate.from(day).add({ days: after }).toZonedDateTime(visitorZone()).toInstant().toString();
}
