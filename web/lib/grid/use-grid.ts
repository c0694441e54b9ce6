// The state of a list, which lives in its address, and the one request that shows it.
import { useLocalStorage } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AnyList, filtersOf } from '#contract/lib/resource.ts';
import { query } from '#web/lib/client/client.ts';
import { visitorZone } from '#web/lib/dates.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { type GridSearch, parseFilters, readGridSearch, readValue } from './grid-search.ts';

export const pageSizes = [10, 20, 50, 100] as const;

export interface GridState {
  search: GridSearch;
  /** Changes the address; every change but of the page itself goes back to the first. `replace` leaves no step to go back to. */
  change(next: Partial<GridSearch>, replace?: boolean): void;
  rowsPerPage: number;
  setRowsPerPage(rows: number): void;
  /** What the calls of the list take, without the page. */
  input: Record<string, unknown>;
}

/** @param defaultRows the length of a page until the person chooses another. */
export function useGridState({ area, name, declared }: AnyList, defaultRows = 20): GridState {
  const search = readGridSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [rowsPerPage, setRowsPerPage] = useLocalStorage<number>({
    key: `daybook-rows-${area}-${name}`,
    defaultValue: defaultRows,
    getInitialValueInEffect: false,
  });
  const change = (next: Partial<GridSearch>, replace = false) => {
    const staysOnPage = 'page' in next || ('open' in next && Object.keys(next).length === 1);
    // Any list's route reads its search as GridSearch.
    const nextSearch = { ...search, ...(staysOnPage ? {} : { page: undefined }), ...next } as never;
    void navigate({ to: '.', search: nextSearch, replace, resetScroll: false });
  };
  const filterFields = new Set(filtersOf(declared));
  const filters = Object.entries(parseFilters(search.only)).filter(([field]) => filterFields.has(field));
  const input = {
    search: search.search ?? '',
    order: search.order ?? '',
    startDate: search.from && startOf(search.from, 0),
    endDate: search.to && startOf(search.to, 1),
    ...Object.fromEntries(filters.map(([field, value]) => [field, readValue(value)])),
  };
  return { search, change, rowsPerPage, setRowsPerPage, input };
}

export interface ListPage {
  rows: Row[];
  totalRows: number;
  isLowerBound: boolean;
}

/** One page of the list; the page before stays until the next is there. */
export function useRows(resource: AnyList, { search, input, rowsPerPage }: GridState) {
  const { getPaginated } = resource.operations;
  const options = query(getPaginated, { ...input, pageNr: search.page ?? 1, rowsPerPage });
  return useQuery({ ...options, placeholderData: keepPreviousData, select: (answer) => toListPage(resource, answer) });
}

/** The answer's rows stand under the list's own name. */
export function toListPage({ declared }: AnyList, answer: unknown): ListPage {
  const { totalRows, isLowerBound, ...rest } = answer as ListPage & Record<string, Row[]>; // As the resource's contract says.
  return { totalRows, isLowerBound, rows: rest[declared.rowsKey] ?? [] };
}

/** The beginning of a day of the visitor, `after` days later. */
function startOf(day: string, after: number): string {
  return Temporal.PlainDate.from(day).add({ days: after }).toZonedDateTime(visitorZone()).toInstant().toString();
}
