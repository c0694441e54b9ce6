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

/** Every text of a map, with placeholders `{count}` and `{place}`. */
export type MapWords = {
  map: string;
  zoomIn: string;
  zoomOut: string;
  findMe: string;
  positionUnknown: string;
  offline: string;
  placesHere: string;
  noMap: string;
  scrollHint: string;
  touchHint: string;
};

export const ENGLISH_MAP_WORDS: MapWords = {
  map: 'Map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  findMe: 'Show my position',
  positionUnknown: 'Your position is not available',
  offline: 'Offline map',
  placesHere: '{count} places here',
  noMap: 'This browser cannot show the map.',
  scrollHint: 'Hold Ctrl and scroll to zoom the map',
  touchHint: 'Use two fingers to move the map',
};
