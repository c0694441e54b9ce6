import { type ErrorEvent, Map as GlMap, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { FRAME_MARK, frameMark, labelFrame } from './label-frame.ts';
import { offlineLabels } from './offline/offline-labels.ts';
import { blankStyle, CAPITAL_MARK, CITY_MARK, isAtlasSource, WATER_SOURCE } from './offline/offline-style.ts';
import { type Palette, paletteOf, watchScheme } from './offline/palette.ts';
import {
  completeStreets,
  drawWaters,
  type OpenMapOptions,
  type ShownMap,
  showBest,
  showOffline,
  styleUrl,
} from './shown-map.ts';
import { forgetHost, giveUpHost } from './tile-host.ts';
import { drawnArea } from './tiles/tile-area.ts';

/** An open map. `close` frees the WebGL context; the element can then be reused. */
export type OpenMap = {
  map: GlMap;
  /** Places the labels of the offline map again: something else is in front of it. */
  relabel: () => void;
  close: () => void;
};

/** Opens the map. Throws if the browser has no WebGL 2. */
export function openMap(options: OpenMapOptions): OpenMap {
  const { container, position } = options;
  setWorkerUrl(new URL(workerUrl, location.href).href);
  const palette = paletteOf(container);
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

  const shown: ShownMap = {
    ...{ map, options, palette, base: undefined, world: undefined, waters: undefined },
    ...{ hasTiles: false, streets: undefined, isClosed: false },
    labels: offlineLabels(
      map,
      container,
      () => (shown.base === 'offline' || shown.streets ? shown.world : undefined),
      (zoom) => shown.streets && drawnArea(shown.streets, zoom),
    ),
  };
  const frame = labelFrame(map);
  map.on('style.load', () => {
    if (shown.base === 'online') frame.add();
    void completeStreets(shown);
    if (map.getSource(WATER_SOURCE)) void drawWaters(shown);
  });
  map.on('moveend', () => void completeStreets(shown));

  map.setMissingStyleImageResolver((id) => {
    if (id === CITY_MARK || id === CAPITAL_MARK)
      map.addImage(id, cityMark(shown.palette, id === CAPITAL_MARK), { pixelRatio: 2 });
    if (id === FRAME_MARK) map.addImage(id, frameMark());
  });
  map.on('sourcedata', (event) => {
    if (event.tile && shown.base === 'online' && !isAtlasSource(event.sourceId)) shown.hasTiles = true;
  });
  // A cached style can outlive access to its tiles. A tile that fails before any has loaded means the host is
  // unreachable.
  map.on('error', (event: ErrorEvent) => {
    if (shown.base !== 'online' || shown.hasTiles || !('sourceId' in event)) return;
    giveUpHost(styleUrl(shown));
    void showOffline(shown);
  });

  const recolour = () => {
    const before = shown.palette;
    shown.palette = paletteOf(container);
    if (JSON.stringify(before) === JSON.stringify(shown.palette)) return;
    if (shown.base === 'online') void showBest(shown);
    else if (shown.base === 'offline') void showOffline(shown);
    else map.setStyle(blankStyle(shown.palette));
  };
  const stopWatching = watchScheme(recolour);
  const comeOnline = () => {
    forgetHost(styleUrl(shown));
    if (shown.base === 'offline') void showBest(shown);
  };
  window.addEventListener('online', comeOnline);
  void showBest(shown);

  return {
    map,
    relabel: shown.labels.draw,
    close: () => {
      shown.isClosed = true;
      stopWatching();
      window.removeEventListener('online', comeOnline);
      map.remove();
    },
  };
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
