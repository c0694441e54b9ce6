// Options shared by all maps. Pages import this file without loading the map itself.

/** Default zoom level (specification, "Map default zoom"). */
export const DEFAULT_ZOOM = 14;

/** Pause after a move before its position is searched (specification, "map search debounce"). */
export const MOVE_DEBOUNCE_MS = 500;

/** Street maps of OpenStreetMap data, for light and dark pages. The page's CSP must allow their host in connect-src. */
export const DEFAULT_STYLE_URL = 'https://tiles.openfreemap.org/styles/liberty';
export const DEFAULT_DARK_STYLE_URL = 'https://tiles.openfreemap.org/styles/dark';

/** Timeout of the street map, after which the map shows the bundled outline. */
export const ONLINE_WITHIN_MS = 2500;

/** A point to show. `label` is its visible and accessible name. */
export type MapMarker = { id: string; latitude: number; longitude: number; label: string };

/** The position of a map: degrees and zoom level. */
export type MapPosition = { latitude: number; longitude: number; zoom: number };

/** The keys of a map's texts; `{count}`, `{place}` in them are filled in by the map. */
export const MAP_WORD_KEYS = [
  'map',
  'zoomIn',
  'zoomOut',
  'findMe',
  'positionUnknown',
  'offline',
  'placesHere',
  'noMap',
  'scrollHint',
  'touchHint',
] as const;

export type MapWords = Record<(typeof MAP_WORD_KEYS)[number], string>;
