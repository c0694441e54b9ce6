// The style of the bundled world: a paper atlas in the page's colours.
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, MapOptions } from 'maplibre-gl';
import type { GridLine } from './graticule.ts';
import type { Palette } from './palette.ts';
import type { World } from './world.ts';

export type MapStyle = Exclude<MapOptions['style'], string | undefined>;

/** Sources of the data that the atlas draws. The licence of the waters (ODbL) asks for the contributors. */
export const ATLAS_SOURCES =
  'Natural Earth, GeoNames, <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>';

/** Sources that are updated whenever the map stops moving: the grid, built-up areas, and labels. */
export const GRID_SOURCE = 'grid';
export const TOWN_SOURCE = 'towns';
export const LABEL_SOURCE = 'labels';
/** Lakes and rivers: empty until they have loaded, after the map is drawn. */
export const WATER_SOURCE = 'waters';

/** The sources of the atlas, which load no tiles from elsewhere. */
export const isAtlasSource = (id: string) =>
  ['land', 'coast', 'borders', GRID_SOURCE, TOWN_SOURCE, LABEL_SOURCE, WATER_SOURCE].includes(id);

/** Where towns are near, the grid says less than they do. */
export const GRID_UNTIL = 9;

/** Images of the city marks, drawn from the palette when MapLibre requests them. */
export const CITY_MARK = 'city-mark';
export const CAPITAL_MARK = 'capital-mark';

// Without a glyph server, MapLibre uses the page's fonts. The first name only selects weight or slant.
export const SERIF = ['Medium', 'Newsreader', 'Georgia', 'serif'];
export const SERIF_ITALIC = ['Italic', 'Newsreader', 'Georgia', 'serif'];
export const SANS = ['Medium', 'Inter Variable', 'system-ui', 'sans-serif'];

/** Above this zoom level, the outline is too coarse: sea and land fade into one background. */
const OUTLINE_UNTIL = 8.5;
/** Closer, the corners of lakes and rivers show. */
const WATERS_UNTIL = 7.75;

/** A plain background, shown until a map has loaded. */
export function blankStyle(palette: Palette): MapStyle {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': palette.ground } }],
  };
}

/** The complete offline style. Without `world`, only the background and the grid; `waters` may come later. */
export function offlineStyle(
  palette: Palette,
  world: World | undefined,
  waters: FeatureCollection = gridData([]),
): MapStyle {
  const outline: MapStyle['layers'] = world ? worldLayers(palette) : [];
  return {
    version: 8,
    sources: {
      [GRID_SOURCE]: { type: 'geojson', data: gridData([]), tolerance: 0 },
      ...(world && {
        land: { type: 'geojson', data: world.land, maxzoom: 7, tolerance: 0.3, attribution: ATLAS_SOURCES },
        coast: { type: 'geojson', data: world.coast, maxzoom: 7, tolerance: 0.3 },
        borders: { type: 'geojson', data: world.borders, maxzoom: 7, tolerance: 0.3 },
        [WATER_SOURCE]: { type: 'geojson', data: waters, maxzoom: 10, tolerance: 0.3 },
        [TOWN_SOURCE]: { type: 'geojson', data: gridData([]), maxzoom: 12 },
        [LABEL_SOURCE]: { type: 'geojson', data: gridData([]), tolerance: 0 },
      }),
    },
    layers: [
      {
        id: 'sea',
        type: 'background',
        paint: { 'background-color': fading(world ? palette.sea : palette.ground, palette.ground) },
      },
      ...outline,
      gridLayer(palette),
      ...(world ? labelLayers(palette) : []),
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
    // Soft: their size is known, their outline is not.
    {
      id: 'towns',
      type: 'circle',
      source: TOWN_SOURCE,
      minzoom: 5,
      paint: {
        'circle-color': palette.town,
        'circle-blur': 0.35,
        'circle-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0, 6, 1],
        'circle-radius': [
          'interpolate',
          ['exponential', 2],
          ['zoom'],
          0,
          ['get', 'radius'],
          20,
          ['*', ['get', 'radius'], 2 ** 20],
        ],
      },
    },
    {
      id: 'waters',
      type: 'fill',
      source: WATER_SOURCE,
      minzoom: 2,
      paint: { 'fill-color': palette.sea, 'fill-opacity': fading(1, 0, WATERS_UNTIL) },
    },
    {
      id: 'banks',
      type: 'line',
      source: WATER_SOURCE,
      minzoom: 4,
      paint: {
        'line-color': palette.shore,
        'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.3, 9, 1],
        'line-opacity': fading(0.7, 0, WATERS_UNTIL),
      },
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

function gridLayer(palette: Palette): MapStyle['layers'][number] {
  return {
    id: 'grid',
    type: 'line',
    source: GRID_SOURCE,
    maxzoom: GRID_UNTIL,
    paint: {
      'line-color': palette.grid,
      'line-width': ['case', ['get', 'major'], 0.9, 0.5],
      'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 0.4, GRID_UNTIL - 1, 0.7, GRID_UNTIL, 0],
    },
  };
}

/** Labels are where `placeLabels` has put them: none is cut by the edge of the map or by its controls. */
function labelLayers(palette: Palette): MapStyle['layers'] {
  const layer = (
    kinds: string[],
    font: string[],
    layout: Extract<MapStyle['layers'][number], { type: 'symbol' }>['layout'],
    colours: { text: string; halo: string },
  ): MapStyle['layers'][number] => ({
    id: `labels-${kinds[0]}`,
    type: 'symbol',
    source: LABEL_SOURCE,
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    layout: {
      'text-field': ['get', 'text'],
      'text-font': font,
      'text-size': ['get', 'size'],
      'text-anchor': ['get', 'anchor'],
      'text-max-width': 100,
      'text-line-height': 1.2,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      ...layout,
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.halo, 'text-halo-width': 1.4 },
  });
  const land = palette.land;
  const beside = (icon: string) => ({
    'icon-image': icon,
    'text-offset': [
      'match',
      ['get', 'anchor'],
      'left',
      ['literal', [0.55, 0]],
      'right',
      ['literal', [-0.55, 0]],
      'top',
      ['literal', [0, 0.45]],
      ['literal', [0, -0.45]],
    ] as ExpressionSpecification,
  });
  return [
    layer(['grid'], SANS, { 'text-letter-spacing': 0.04 }, { text: palette.gridLabel, halo: palette.ground }),
    layer(['quarter'], SANS, { 'text-letter-spacing': 0.04 }, { text: palette.countryLabel, halo: land }),
    layer(['city'], SERIF_ITALIC, beside(CITY_MARK), { text: palette.cityLabel, halo: land }),
    layer(['capital'], SANS, beside(CAPITAL_MARK), { text: palette.cityLabel, halo: land }),
    layer(['country'], SERIF, { 'text-letter-spacing': 0.16 }, { text: palette.countryLabel, halo: land }),
  ];
}

/** Interpolates a width from world view to country view. */
function growing(
  world: number,
  country: number,
): ['interpolate', ['linear'], ['zoom'], number, number, number, number] {
  return ['interpolate', ['linear'], ['zoom'], 1.5, world, 5, country];
}

/** Interpolates a value of an outline to its background value towards street level. */
function fading<Value extends string | number>(
  near: Value,
  far: Value,
  until = OUTLINE_UNTIL,
): ['interpolate', ['linear'], ['zoom'], number, Value, number, Value] {
  return ['interpolate', ['linear'], ['zoom'], until, near, until + 1.5, far];
}
