// What every map of the product has in common; imported by pages without loading the map itself.

/** Zoom of a map that was not told otherwise (specification, "Map default zoom"). */
export const DEFAULT_ZOOM = 14;

/** How long a map rests before its position is searched (specification, "map search debounce"). */
export const MOVE_DEBOUNCE_MS = 500;

/** Street maps of OpenStreetMap data, for a light and a dark page. The page's CSP must allow their host in connect-src. */
export const DEFAULT_STYLE_URL = 'https://tiles.openfreemap.org/styles/liberty';
export const DEFAULT_DARK_STYLE_URL = 'https://tiles.openfreemap.org/styles/dark';

/** How long the street map may take to answer before the bundled outline is shown. */
export const ONLINE_WITHIN_MS = 2500;

/** A point to show. `label` is the name read out and shown beside the point. */
export type MapMarker = { id: string; latitude: number; longitude: number; label: string };

/** Where a map stands, degrees and zoom level. */
export type MapPosition = { latitude: number; longitude: number; zoom: number };

/** Every text of a map; `{count}`, `{place}` are filled in. */
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
  noMap: 'This browser cannot draw the map.',
  scrollHint: 'Hold Ctrl and scroll to zoom the map',
  touchHint: 'Use two fingers to move the map',
};
