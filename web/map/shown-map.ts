// The map on the screen: street tiles if they load, else the bundled world, and both where streets end.
import type { FeatureCollection } from 'geojson';
import { GeoJSONSource, type Map as GlMap } from 'maplibre-gl';
import { FRAME_LAYER } from './label-frame.ts';
import type { MapPosition } from './map-options.ts';
import { boundsOf, type OfflineLabels } from './offline/offline-labels.ts';
import { type MapStyle, offlineStyle, WATER_SOURCE } from './offline/offline-style.ts';
import type { Palette } from './offline/palette.ts';
import { loadWaters } from './offline/waters.ts';
import { loadWorld, type World } from './offline/world.ts';
import { fetchStyle, isTilesUrl } from './tile-host.ts';
import { openTiles } from './tiles/open-tiles.ts';
import { drawnArea, isWithin, type TileArea } from './tiles/tile-area.ts';

export type OpenMapOptions = {
  container: HTMLElement;
  position: MapPosition;
  styleUrl: string;
  darkStyleUrl: string;
  /** Texts of MapLibre's controls, by its keys. */
  locale: Record<string, string>;
  /** For scrolling pages: Ctrl with the wheel zooms, two fingers move. */
  isInText: boolean;
  /** Called once the shown map is known, and on every change. */
  onBase: (base: 'online' | 'offline', world?: World) => void;
};

/** The state of an open map. */
export interface ShownMap {
  map: GlMap;
  options: OpenMapOptions;
  labels: OfflineLabels;
  palette: Palette;
  /** Undefined until it is known which map can be shown. */
  base: 'online' | 'offline' | undefined;
  world: World | undefined;
  waters: FeatureCollection | undefined;
  /** A tile of the present streets has loaded. */
  hasTiles: boolean;
  /** The area of the operator's file, while its streets are shown. */
  streets: TileArea | undefined;
  isClosed: boolean;
}

export const styleUrl = ({ palette, options }: ShownMap) => (palette.isDark ? options.darkStyleUrl : options.styleUrl);

export async function showBest(shown: ShownMap): Promise<void> {
  const { map, options, labels } = shown;
  const url = styleUrl(shown);
  const own = isTilesUrl(url) ? await ownTiles(url, shown.palette) : undefined;
  const style = isTilesUrl(url) ? own?.style : await fetchStyle<MapStyle>(url);
  if (shown.isClosed || url !== styleUrl(shown)) return;
  if (!style) return showOffline(shown);
  shown.base = 'online';
  shown.streets = own?.area;
  labels.hide();
  shown.hasTiles = false;
  map.setStyle(style, { diff: false });
  options.onBase('online');
}

export async function showOffline(shown: ShownMap): Promise<void> {
  shown.base = 'offline';
  shown.streets = undefined;
  shown.world = await loadWorld().catch(() => undefined);
  const { map, options, palette, world, waters } = shown;
  if (shown.isClosed || shown.base !== 'offline') return;
  map.setStyle(offlineStyle(palette, world, waters), { diff: false });
  options.onBase('offline', world);
}

async function ownTiles(url: string, palette: Palette) {
  try {
    return await openTiles(url, palette);
  } catch {
    return undefined;
  }
}

/** Outside of the operator's file the map would be blank. The atlas loads once such a place is in view. */
export async function completeStreets(shown: ShownMap): Promise<void> {
  const { map, streets: area } = shown;
  const covers = (streets: TileArea) => {
    const drawn = drawnArea(streets, map.getZoom());
    return drawn !== undefined && isWithin(drawn, boundsOf(map));
  };
  if (shown.base !== 'online' || !area || covers(area)) return;
  shown.world = await loadWorld().catch(() => undefined);
  if (!shown.world || shown.isClosed || shown.base !== 'online' || shown.streets !== area || map.getSource('land'))
    return;
  addAtlas(map, shown.palette, shown.world, shown.waters);
  shown.labels.draw();
  void drawWaters(shown);
}

/** Lakes and rivers follow once the rest is drawn. */
export async function drawWaters(shown: ShownMap): Promise<void> {
  if (shown.waters) return;
  await shown.map.once('idle');
  shown.waters = await loadWaters().catch(() => undefined);
  const source = shown.isClosed ? undefined : shown.map.getSource(WATER_SOURCE);
  if (shown.waters && source instanceof GeoJSONSource) source.setData(shown.waters);
}

/** Draws the atlas below a street map, and its names beside those of the streets. */
function addAtlas(map: GlMap, palette: Palette, world: World, waters: FeatureCollection | undefined): void {
  const { sources, layers } = offlineStyle(palette, world, waters);
  const firstOfStreets = map.getStyle().layers.find(({ type }) => type !== 'background')?.id;
  for (const [id, source] of Object.entries(sources)) map.addSource(id, source);
  for (const layer of layers) map.addLayer(layer, layer.type === 'symbol' ? FRAME_LAYER : firstOfStreets);
}
