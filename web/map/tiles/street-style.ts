// The style of a street map in the page's colours, for the layers of the Protomaps basemap.
import type { ExpressionSpecification } from 'maplibre-gl';
import type { MapStyle } from '#web/map/offline/offline-style.ts';
import { SANS, SERIF_ITALIC } from '#web/map/offline/offline-style.ts';
import type { Palette } from '#web/map/offline/palette.ts';
import type { TileArea } from './tile-area.ts';

export type StreetTiles = TileArea & {
  /** The address of a tile with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  /** The layers that the file has. */
  layers: ReadonlySet<string>;
  attribution: string;
  /** Of the names on the map, where the file has them. */
  language: string;
};

type Layer = MapStyle['layers'][number];
type Width = ['interpolate', ['exponential', number], ['zoom'], ...number[]];

const SOURCE = 'streets';
const GREEN = ['park', 'forest', 'wood', 'grass', 'meadow', 'garden', 'nature_reserve', 'cemetery', 'golf_course'];
const WATER_LINES = ['river', 'stream', 'canal'];

/** Roads from the least to the most important, so that these are drawn above: kind, first zoom and width. */
const ROADS: { kind: string; from: number; width: Width }[] = [
  { kind: 'path', from: 14, width: widths(14, 0.6, 19, 4) },
  { kind: 'other', from: 14, width: widths(14, 0.8, 19, 8) },
  { kind: 'minor_road', from: 12, width: widths(12, 0.5, 15, 3.5, 19, 22) },
  { kind: 'major_road', from: 7, width: widths(7, 0.5, 12, 2, 15, 6, 19, 30) },
  { kind: 'highway', from: 4, width: widths(4, 0.5, 10, 2, 15, 8, 19, 34) },
];

/** Returns a complete style; layers that the file lacks are left out. Names use the page's fonts: no glyphs load. */
export function streetStyle(palette: Palette, tiles: StreetTiles): MapStyle {
  const name = ['coalesce', ['get', `name:${tiles.language}`], ['get', 'name']] as const;
  return {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [tiles.tiles],
        minzoom: tiles.minzoom,
        maxzoom: tiles.maxzoom,
        bounds: tiles.bounds,
        attribution: tiles.attribution,
      },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': palette.ground } },
      ...[...areaLayers(palette), ...roadLayers(palette), ...nameLayers(palette, name)].filter(
        (layer) => 'source-layer' in layer && tiles.layers.has(layer['source-layer'] ?? ''),
      ),
    ],
  };
}

function areaLayers(palette: Palette): Layer[] {
  const kinds = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]];
  const area = (id: string, layer: string, colour: string, filter?: ExpressionSpecification): Layer => ({
    id,
    type: 'fill',
    source: SOURCE,
    'source-layer': layer,
    ...(filter && { filter }),
    paint: { 'fill-color': colour },
  });
  return [
    area('earth', 'earth', palette.land),
    area('green-cover', 'landcover', palette.park, kinds('forest', 'grassland', 'scrub')),
    area('town-cover', 'landcover', palette.town, kinds('urban_area')),
    area('towns', 'landuse', palette.town, kinds('residential', 'commercial', 'industrial', 'urban_area')),
    area('green', 'landuse', palette.park, kinds(...GREEN)),
    area('water', 'water', palette.sea, ['==', ['geometry-type'], 'Polygon']),
    {
      id: 'water-lines',
      type: 'line',
      source: SOURCE,
      'source-layer': 'water',
      filter: ['all', ['==', ['geometry-type'], 'LineString'], kinds(...WATER_LINES)],
      paint: { 'line-color': palette.sea, 'line-width': widths(8, 0.8, 14, 2, 19, 12) },
    },
    {
      id: 'buildings',
      type: 'fill',
      source: SOURCE,
      'source-layer': 'buildings',
      minzoom: 14,
      filter: kinds('building', 'building_part'),
      paint: { 'fill-color': palette.building, 'fill-outline-color': palette.roadEdge },
    },
    {
      id: 'boundaries',
      type: 'line',
      source: SOURCE,
      'source-layer': 'boundaries',
      paint: { 'line-color': palette.border, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
  ];
}

/** First all edges, then all roads: the edge of one road does not cut another. */
function roadLayers(palette: Palette): Layer[] {
  const road = ({ kind, from, width }: (typeof ROADS)[number], isEdge: boolean): Layer => ({
    id: `road-${kind}${isEdge ? '-edge' : ''}`,
    type: 'line',
    source: SOURCE,
    'source-layer': 'roads',
    minzoom: isEdge ? Math.max(from, 12) : from,
    filter: ['==', ['get', 'kind'], kind],
    layout: { 'line-cap': isEdge ? 'butt' : 'round', 'line-join': 'round' },
    paint: {
      'line-color': isEdge ? palette.roadEdge : kind === 'highway' ? palette.highway : palette.road,
      ...(isEdge ? { 'line-gap-width': width, 'line-width': 1 } : { 'line-width': width }),
    },
  });
  const rails: Layer = {
    id: 'rails',
    type: 'line',
    source: SOURCE,
    'source-layer': 'roads',
    minzoom: 11,
    filter: ['==', ['get', 'kind'], 'rail'],
    paint: { 'line-color': palette.border, 'line-width': 1.2, 'line-dasharray': [4, 2] },
  };
  return [...ROADS.map((one) => road(one, true)), ...ROADS.map((one) => road(one, false)), rails];
}

function nameLayers(palette: Palette, name: readonly unknown[]): Layer[] {
  // The expression of a name is the same in every layer.
  const text = name as unknown as string;
  const halo = { 'text-halo-color': palette.land, 'text-halo-width': 1.4 };
  return [
    {
      id: 'road-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'roads',
      minzoom: 13,
      filter: ['!=', ['get', 'kind'], 'rail'],
      layout: {
        'symbol-placement': 'line',
        'text-field': text,
        'text-font': SANS,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10.5, 18, 14],
        'text-padding': 8,
      },
      paint: { 'text-color': palette.gridLabel, ...halo },
    },
    {
      id: 'water-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'water',
      minzoom: 8,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': text, 'text-font': SERIF_ITALIC, 'text-size': 12, 'text-max-width': 7 },
      paint: { 'text-color': palette.coast, 'text-halo-color': palette.sea, 'text-halo-width': 1 },
    },
    {
      id: 'quarters',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'places',
      minzoom: 11,
      filter: ['in', ['get', 'kind'], ['literal', ['neighbourhood', 'macrohood']]],
      layout: {
        'text-field': text,
        'text-font': SANS,
        'text-size': 11.5,
        'text-letter-spacing': 0.06,
        'text-max-width': 8,
        'text-padding': 6,
      },
      paint: { 'text-color': palette.countryLabel, ...halo },
    },
    {
      id: 'places',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'places',
      filter: ['in', ['get', 'kind'], ['literal', ['locality', 'country']]],
      layout: {
        'text-field': text,
        'text-font': SERIF_ITALIC,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 12, 12, 18],
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': ['-', 0, ['to-number', ['get', 'population_rank'], 0]],
      },
      paint: { 'text-color': palette.cityLabel, ...halo },
    },
  ];
}

/** Pairs of zoom level and width in pixels; roads grow with the map between them. */
function widths(...stops: number[]): Width {
  return ['interpolate', ['exponential', 1.6], ['zoom'], ...stops];
}
