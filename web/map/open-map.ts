// Opens a MapLibre map in an element: street tiles if they load, else the bundled world.
import type { FeatureCollection } from 'geojson';
import { type ErrorEvent, GeoJSONSource, Map as GlMap, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { FRAME_LAYER, FRAME_MARK, frameMark, labelFrame } from './label-frame.ts';
import type { MapPosition } from './map-options.ts';
import { boundsOf, type OfflineLabels, offlineLabels } from './offline/offline-labels.ts';
import {
  blankStyle,
  CAPITAL_MARK,
  CITY_MARK,
  isAtlasSource,
  type MapStyle,
  offlineStyle,
  WATER_SOURCE,
} from './offline/offline-style.ts';
import { type Palette, paletteOf, watchScheme } from './offline/palette.ts';
import { loadWaters } from './offline/waters.ts';
import { loadWorld, type World } from './offline/world.ts';
import { fetchStyle, forgetHost, giveUpHost, isTilesUrl } from './tile-host.ts';
import { openTiles } from './tiles/open-tiles.ts';
import { drawnArea, isWithin, type TileArea } from './tiles/tile-area.ts';

/** An open map. `close` frees the WebGL context; the element can then be reused. */
export type OpenMap = {
  map: GlMap;
  /** Places the labels of the offline map again: something else is in front of it. */
  relabel: () => void;
  close: () => void;
};

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

/** Opens the map. Throws if the browser has no WebGL 2. */
export function openMap(options: OpenMapOptions): OpenMap {
  const { container, position, onBase } = options;
  setWorkerUrl(new URL(workerUrl, location.href).href);
  let palette = paletteOf(container);
  const map = new GlMap({
    container,
    center: [position.longitude, position.latitude],
    zoom: position.zoom,
    style: blankStyle(palette),
    minZoom: 1,
    maxZoom: 19,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: options.isInText,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    locale: options.locale,
  } satisfies MapOptions);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();

  let base: 'online' | 'offline' | undefined;
  let world: World | undefined;
  let waters: FeatureCollection | undefined;
  let hasTiles = false;
  /** The area of the operator's file, while its streets are shown. */
  let streets: TileArea | undefined;
  let isClosed = false;
  const styleUrl = () => (palette.isDark ? options.darkStyleUrl : options.styleUrl);

  const showOffline = async () => {
    base = 'offline';
    streets = undefined;
    world = await loadWorld().catch(() => undefined);
    if (isClosed || base !== 'offline') return;
    map.setStyle(offlineStyle(palette, world, waters), { diff: false });
    onBase('offline', world);
  };
  const ownTiles = async (url: string) => {
    try {
      return await openTiles(url, palette);
    } catch {
      return undefined;
    }
  };
  const showBest = async () => {
    const url = styleUrl();
    const own = isTilesUrl(url) ? await ownTiles(url) : undefined;
    const style = isTilesUrl(url) ? own?.style : await fetchStyle<MapStyle>(url);
    if (isClosed || url !== styleUrl()) return;
    if (!style) return showOffline();
    base = 'online';
    streets = own?.area;
    labels.hide();
    hasTiles = false;
    map.setStyle(style, { diff: false });
    onBase('online');
  };
  /** Outside of the operator's file the map would be blank. The atlas loads once such a place is in view. */
  const completeStreets = async () => {
    const covers = (area: TileArea) => {
      const drawn = drawnArea(area, map.getZoom());
      return drawn !== undefined && isWithin(drawn, boundsOf(map));
    };
    if (base !== 'online' || !streets || covers(streets)) return;
    const area = streets;
    world = await loadWorld().catch(() => undefined);
    if (!world || isClosed || base !== 'online' || streets !== area || map.getSource('land')) return;
    addAtlas(map, palette, world, waters);
    labels.draw();
    void drawWaters();
  };
  /** Lakes and rivers follow once the rest is drawn. */
  const drawWaters = async () => {
    if (waters) return;
    await map.once('idle');
    waters = await loadWaters().catch(() => undefined);
    const source = isClosed ? undefined : map.getSource(WATER_SOURCE);
    if (waters && source instanceof GeoJSONSource) source.setData(waters);
  };
  const labels: OfflineLabels = offlineLabels(
    map,
    container,
    () => (base === 'offline' || streets ? world : undefined),
    (zoom) => streets && drawnArea(streets, zoom),
  );
  const frame = labelFrame(map);
  map.on('style.load', () => {
    if (base === 'online') frame.add();
    void completeStreets();
    if (map.getSource(WATER_SOURCE)) void drawWaters();
  });
  map.on('moveend', () => void completeStreets());

  map.setMissingStyleImageResolver((id) => {
    if (id === CITY_MARK || id === CAPITAL_MARK)
      map.addImage(id, cityMark(palette, id === CAPITAL_MARK), { pixelRatio: 2 });
    if (id === FRAME_MARK) map.addImage(id, frameMark());
  });
  map.on('sourcedata', (event) => {
    if (event.tile && base === 'online' && !isAtlasSource(event.sourceId)) hasTiles = true;
  });
  // A cached style can outlive access to its tiles. A tile that fails before any has loaded means the host is
  // unreachable.
  map.on('error', (event: ErrorEvent) => {
    if (base !== 'online' || hasTiles || !('sourceId' in event)) return;
    giveUpHost(styleUrl());
    void showOffline();
  });

  const recolour = () => {
    const before = palette;
    palette = paletteOf(container);
    if (JSON.stringify(before) === JSON.stringify(palette)) return;
    if (base === 'online') void showBest();
    else if (base === 'offline') void showOffline();
    else map.setStyle(blankStyle(palette));
  };
  const stopWatching = watchScheme(recolour);
  const comeOnline = () => {
    forgetHost(styleUrl());
    if (base === 'offline') void showBest();
  };
  window.addEventListener('online', comeOnline);
  void showBest();

  return {
    map,
    relabel: labels.draw,
    close: () => {
      isClosed = true;
      stopWatching();
      window.removeEventListener('online', comeOnline);
      map.remove();
    },
  };
}

/** Draws the atlas below a street map, and its names beside those of the streets. */
function addAtlas(map: GlMap, palette: Palette, world: World, waters: FeatureCollection | undefined): void {
  const { sources, layers } = offlineStyle(palette, world, waters);
  const firstOfStreets = map.getStyle().layers.find(({ type }) => type !== 'background')?.id;
  for (const [id, source] of Object.entries(sources)) map.addSource(id, source);
  for (const layer of layers) map.addLayer(layer, layer.type === 'symbol' ? FRAME_LAYER : firstOfStreets);
}

/** The mark of a city (dot) or capital (dot in a ring), at twice its size in pixels for high-resolution screens. */
function cityMark(palette: Palette, isCapital: boolean): ImageData {
  const size = isCapital ? 20 : 14;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(size, size);
  const circle = (radius: number, colour: string) => {
    context.beginPath();
    context.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  };
  circle(size / 2 - 1, palette.land);
  circle(size / 2 - 2.5, palette.cityLabel);
  if (isCapital) {
    circle(size / 2 - 4.5, palette.land);
    circle(size / 2 - 6.5, palette.cityLabel);
  }
  return context.getImageData(0, 0, size, size);
}
