// The state of the home page, stored in its address. All changes go through these functions.
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type HomeSearch, type Position, readPosition, writePosition } from './home-search.ts';

const route = getRouteApi('/public/');

export interface Home {
  search: HomeSearch;
  /** The map's position at full precision; undefined until the visitor moves the map. */
  position: Position | undefined;
  /** Searches by text; `typing` adds no history entry. */
  find(words: string, typing: boolean): void;
  /** The visitor moved the map. */
  moveTo(position: Position): void;
  /** Moves the map to a place and shows the people there. */
  goTo(position: Position): void;
  showMore(): void;
  showMap(shown: boolean): void;
}

export function useHome(): Home {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // The address is rounded; passing it back would shift the map after every move.
  const [exact, setExact] = useState<Position>();
  const position = exact && writePosition(exact) === search.at ? exact : readPosition(search.at);
  const change = (change: Partial<HomeSearch>, replace: boolean) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false });
  return {
    search,
    position,
    find: (words, typing) => change({ q: words.trim() || undefined, page: undefined, at: undefined }, typing),
    moveTo(to) {
      setExact(to);
      change({ at: writePosition(to), ...(search.q ? {} : { page: undefined }) }, true);
    },
    goTo: (to) => change({ q: undefined, page: undefined, at: writePosition(to) }, false),
    showMore: () => change({ page: (search.page ?? 1) + 1 }, true),
    showMap(shown) {
      if (!shown && history.length > 1 && search.map) history.back();
      else change({ map: shown || undefined }, !shown);
    },
  };
}
