// The style of the bundled world: a paper atlas in the page's colours.
import type { FeatureCollection } from 'geojson';
import type { MapOptions } from 'maplibre-gl';
import type { GridLine } from './graticule.ts';
import type { Palette } from './palette.ts';
import type { World } from './world.ts';

export type MapStyle = Exclude<MapOptions['style'], string | undefined>;

/** The source of the grid; updated whenever the map stops moving. */
export const GRID_SOURCE = 'grid';

/** Images of the city marks, drawn from the palette when MapLibre requests them. */
export const CITY_MARK = 'city-mark';
export const CAPITAL_MARK = 'capital-mark';

// Without a glyph server, MapLibre uses the page's fonts. The first name only selects weight or slant.
const SERIF = ['Medium', 'Newsreader Variable', 'Georgia', 'serif'];
export const SERIF_ITALIC = ['Italic', 'Newsreader Variable', 'Georgia', 'serif'];
export const SANS = ['Medium', 'Inter Variable', 'system-ui', 'sans-serif'];

/** Above this zoom level, the outline is too coarse: sea and land fade into one background. */
const OUTLINE_UNTIL = 9;

/** A plain background, shown until a map has loaded. */
export function blankStyle(palette: Palette): MapStyle {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': palette.ground } }],
  };
}

/** The complete offline style. Without `world`, only the background and the grid. */
export function offlineStyle(palette: Palette, world: World | undefined): MapStyle {
  const outline: MapStyle['layers'] = world ? worldLayers(palette) : [];
  const labels: MapStyle['layers'] = world ? labelLayers(palette) : [];
  const points = (data: FeatureCollection) => ({ type: 'geojson' as const, data, maxzoom: 12 });
  return {
    version: 8,
    sources: {
      [GRID_SOURCE]: { type: 'geojson', data: gridData([]), tolerance: 0 },
      ...(world && {
        land: { type: 'geojson', data: world.land, maxzoom: 7, tolerance: 0.3 },
        coast: { type: 'geojson', data: world.coast, maxzoom: 7, tolerance: 0.3 },
        borders: { type: 'geojson', data: world.borders, maxzoom: 7, tolerance: 0.3 },
        cities: points(world.cities),
        countries: points(world.countries),
      }),
    },
    layers: [
      {
        id: 'sea',
        type: 'background',
        paint: { 'background-color': fading(world ? palette.sea : palette.ground, palette.ground) },
      },
      ...outline,
      ...gridLayers(palette),
      ...labels,
    ],
  };
}

/** Converts the grid to GeoJSON for the map's source. */
export function gridData(lines: GridLine[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: lines.map((line) => ({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [line.from, line.to] },
      properties: { label: line.label, major: line.isMajor },
    })),
  };
}

function worldLayers(palette: Palette): MapStyle['layers'] {
  const visible = (opacity: number) => fading(opacity, 0);
  return [
    // Two soft washes along the shore. The land covers their inner halves, as in engraved maps.
    {
      id: 'shore-far',
      type: 'line',
      source: 'coast',
      paint: {
        'line-color': palette.shore,
        'line-width': growing(5, 14),
        'line-blur': growing(4, 12),
        'line-opacity': visible(0.3),
      },
    },
    {
      id: 'shore-near',
      type: 'line',
      source: 'coast',
      paint: {
        'line-color': palette.shore,
        'line-width': growing(2, 5),
        'line-blur': growing(1.5, 4),
        'line-opacity': visible(0.4),
      },
    },
    // Antialiasing would reveal the seams between countries.
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: { 'fill-color': fading(palette.land, palette.ground), 'fill-antialias': false },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.6, 8, 1.4],
        'line-dasharray': [3, 2],
        'line-opacity': visible(1),
      },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'coast',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.coast,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 8, 1.1],
        'line-opacity': visible(1),
      },
    },
  ];
}

function gridLayers(palette: Palette): MapStyle['layers'] {
  return [
    {
      id: 'grid',
      type: 'line',
      source: GRID_SOURCE,
      paint: {
        'line-color': palette.grid,
        'line-width': ['case', ['get', 'major'], 0.9, 0.5],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 0.4, OUTLINE_UNTIL + 2, 0.9],
      },
    },
    {
      id: 'grid-labels',
      type: 'symbol',
      source: GRID_SOURCE,
      minzoom: 5,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'label'],
        'text-font': SANS,
        'text-size': 10,
        'text-letter-spacing': 0.04,
        'text-padding': 12,
        'symbol-sort-key': 5000,
      },
      paint: { 'text-color': palette.gridLabel, 'text-halo-color': palette.ground, 'text-halo-width': 3 },
    },
  ];
}

function labelLayers(palette: Palette): MapStyle['layers'] {
  return [
    {
      id: 'cities',
      type: 'symbol',
      source: 'cities',
      filter: ['<=', ['get', 'level'], ['zoom']],
      layout: {
        'icon-image': ['case', ['get', 'capital'], CAPITAL_MARK, CITY_MARK],
        'text-field': ['get', 'name'],
        'text-font': ['case', ['get', 'capital'], ['literal', SANS], ['literal', SERIF_ITALIC]],
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['case', ['get', 'capital'], 11, 11.5],
          8,
          ['case', ['get', 'capital'], 14, 14],
          14,
          19,
        ],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.55,
        'text-justify': 'auto',
        'text-max-width': 9,
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 3,
      },
      paint: { 'text-color': palette.cityLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.4 },
    },
    // MapLibre places later layers first: country names take precedence over city names.
    {
      id: 'countries',
      type: 'symbol',
      source: 'countries',
      maxzoom: 8,
      filter: ['<=', ['get', 'size'], ['step', ['zoom'], 0, 1.5, 1, 2.6, 2, 3.6, 3, 4.6, 4]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': SERIF,
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.16,
        'text-max-width': 7,
        'text-line-height': 1.15,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          1,
          ['-', 11, ['get', 'size']],
          4,
          ['-', 15, ['*', 1.2, ['get', 'size']]],
          7,
          ['-', 21, ['*', 1.4, ['get', 'size']]],
        ],
        'symbol-sort-key': ['get', 'size'],
        'text-padding': 4,
      },
      paint: { 'text-color': palette.countryLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.4 },
    },
  ];
}

/** Interpolates a width from world view to country view. */
function growing(
  world: number,
  country: number,
): ['interpolate', ['linear'], ['zoom'], number, number, number, number] {
  return ['interpolate', ['linear'], ['zoom'], 1.5, world, 5, country];
}

/** Interpolates a value of the outline to its background value towards street level. */
function fading<Value extends string | number>(
  near: Value,
  far: Value,
): ['interpolate', ['linear'], ['zoom'], number, Value, number, Value] {
  return ['interpolate', ['linear'], ['zoom'], OUTLINE_UNTIL, near, OUTLINE_UNTIL + 2, far];
}
