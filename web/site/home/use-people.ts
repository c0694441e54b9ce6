// The people on the home page: by text in pages of 4, or those around the position to which the map was moved. The list
// has each person once, the map each of their places.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Output } from '#contract/lib/service.ts';
import { geolocations } from '#contract/places.ts';
import { home as contract, type SearchHit } from '#contract/site/home.ts';
import { query } from '#web/lib/client/client.ts';
import { fitPosition } from './fit-position.ts';
import { type Position, readPosition, writePosition } from './home-search.ts';
import type { Home } from './use-home.ts';

/** Specification, "Home list page size". */
export const pageSize = 4;

export interface People {
  /** The people in the list, in order. */
  listed: SearchHit[];
  total: number | undefined;
  /** True if the list shows an area, false if it shows search results. */
  isArea: boolean;
  isLoading: boolean;
  /** True if there is more to show. False after a page failed to load, until the visitor retries. */
  hasMore: boolean;
  hasFailed: boolean;
  tryAgain(): void;
  /** Each person at each of their places on the map: those around its position and those listed. */
  around: SearchHit[];
  /** How the text was read; undefined without one. */
  reading: SearchReading | undefined;
  /** The map's position; undefined until the default has loaded. */
  position: Position | undefined;
  styleUrl: string | undefined;
}

export type SearchReading = Pick<Output<typeof contract.search>, 'time' | 'near' | 'unmatched' | 'corrected'>;

export function usePeople(home: Home, isMapShown: boolean): People {
  const { q = '', page = 1 } = home.search;
  const isArea = !q && home.position !== undefined;
  const wordQueries = useQueries({
    queries: Array.from({ length: isArea ? 0 : page }, (_, index) =>
      query(contract.search, { pageNr: index + 1, rowsPerPage: pageSize, str: q }),
    ),
  });
  const wordHits = wordQueries.flatMap((one) => one.data?.data ?? []);
  const start = useQuery({
    ...query(geolocations.getDefault, {}),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isMapShown,
  }).data;
  const position = home.position ?? (q ? fitPosition(pointsOf(wordQueries[0]?.data?.data ?? [])) : undefined) ?? start;
  const area = useArea(position, q, isArea || isMapShown);

  if (isArea) {
    const all = area.data?.data ?? [];
    const cards = cardsOf(all);
    const listed = cards.slice(0, page * pageSize);
    const isComplete = all.length === area.data?.totalRows;
    return {
      listed,
      total: isComplete ? cards.length : area.data?.totalRows,
      isArea,
      isLoading: area.isPending,
      hasMore: listed.length < cards.length,
      hasFailed: area.isError,
      tryAgain: () => void area.refetch(),
      around: all,
      position,
      styleUrl: start?.styleUrl,
      reading: undefined,
    };
  }
  const failed = wordQueries.filter((one) => one.isError);
  const total = wordQueries[0]?.data?.totalRows;
  const places = wordHits.flatMap((hit) => [hit, ...hit.otherLocations.map((location) => ({ ...hit, location }))]);
  // The answer of the area has the free times at each place.
  const around = new Map([...places, ...(area.data?.data ?? []), ...wordHits].map((hit) => [hitKey(hit), hit]));
  return {
    listed: wordHits,
    total,
    isArea,
    isLoading: wordQueries.some((one) => one.isPending),
    hasMore: failed.length === 0 && total !== undefined && page * pageSize < total,
    hasFailed: failed.length > 0,
    tryAgain: () => {
      for (const one of failed) void one.refetch();
    },
    around: [...around.values()],
    position,
    styleUrl: start?.styleUrl,
    reading: q ? wordQueries[0]?.data : undefined,
  };
}

/** Each person once, at their nearest place; the others are named. */
function cardsOf(hits: readonly SearchHit[]): SearchHit[] {
  const byPerson = Map.groupBy(hits, ({ company, userProfile }) => `${company.id}/${userProfile.urlName}`);
  return [...byPerson.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, otherLocations: others.map(({ location }) => location) }] : [],
  );
}

/** Identifies a person at a location; one person may work at several. */
export function hitKey(hit: SearchHit): string {
  return `${hit.location.id}/${hit.userProfile.urlName}`;
}

function useArea(position: Position | undefined, words: string, enabled: boolean) {
  // Rounded as in the address: going back then finds the answer in the cache.
  const at = position && readPosition(writePosition(position));
  return useQuery({
    // The call counts zoom levels on tiles of 256 px, the map on tiles of 512 px.
    ...query(
      contract.searchByGeoLocation,
      at ? { ...at, zoom: at.zoom + 1, ...(words && { str: words }) } : { latitude: 0, longitude: 0, zoom: 0 },
    ),
    enabled: enabled && at !== undefined,
    placeholderData: keepPreviousData,
  });
}

function pointsOf(hits: readonly SearchHit[]) {
  return hits.flatMap((hit) => [hit.location, ...hit.otherLocations].flatMap(({ geoLocation }) => geoLocation ?? []));
}
