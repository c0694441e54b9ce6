// Draws the labels of the offline map whenever it stops moving, and at its edge the direction of towns beyond it.
import type { Feature, FeatureCollection } from 'geojson';
import { GeoJSONSource, type Map as GlMap } from 'maplibre-gl';
import { distanceKm } from '#web/map/distance.ts';
import { type GridLine, graticule, type ViewBounds } from './graticule.ts';
import {
  GRID_SOURCE,
  GRID_UNTIL,
  gridData,
  LABEL_SOURCE,
  SANS,
  SERIF,
  SERIF_ITALIC,
  TOWN_SOURCE,
} from './offline-style.ts';
import { type Anchor, type Box, type LabelCandidate, placeLabels } from './place-labels.ts';
import { PLACES_FROM_ZOOM, type PlacesAround, placesAround } from './places-around.ts';
import { townsOf } from './towns.ts';
import type { World } from './world.ts';

/** Approximate spacing of the grid (px). */
const GRID_PIXELS = 110;
/** From this zoom level, quarters of towns have labels, and neighbouring towns may lie beyond the edge. */
const STREET_ZOOM = 11;
const MAX_BEYOND = 4;
const BEYOND_KM = 60;

type Kind = 'city' | 'capital' | 'quarter' | 'country' | 'grid';
type Label = LabelCandidate & { kind: Kind; text: string; size: number; at?: [longitude: number, latitude: number] };

const FONTS: Record<Kind, readonly string[]> = {
  city: SERIF_ITALIC,
  capital: SANS,
  quarter: SANS,
  country: SERIF,
  grid: SANS,
};
/** The letter spacing of the style, in ems. */
const SPACING: Record<Kind, number> = { city: 0, capital: 0, quarter: 0.04, country: 0.16, grid: 0.04 };
const AROUND_POINT: Anchor[] = ['left', 'right', 'top', 'bottom'];

/** Everything in front of the map, which labels must not touch. */
const OBSTACLES =
  '.map-pin-dot, .map-cluster-count, .map-pin.is-labelled .map-pin-label, .maplibregl-ctrl, .map-caption, .map-source';

export type OfflineLabels = { draw: () => void; hide: () => void };

/**
 * `world` is called at every drawing: undefined before it has loaded, or while another map is shown. `covered` returns
 * the part of the view that has a street map, with names of its own.
 */
export function offlineLabels(
  map: GlMap,
  container: HTMLElement,
  world: () => World | undefined,
  covered: (zoom: number) => ViewBounds | undefined,
): OfflineLabels {
  const beyond = document.createElement('div');
  beyond.className = 'map-beyond';
  container.append(beyond);
  let around: PlacesAround | undefined;
  let frame = 0;

  const draw = () => {
    const shown = world();
    const [towns, labels] = [map.getSource(TOWN_SOURCE), map.getSource(LABEL_SOURCE)];
    beyond.replaceChildren();
    if (!shown || !(towns instanceof GeoJSONSource) || !(labels instanceof GeoJSONSource)) return;
    const view = boundsOf(map);
    const zoom = map.getZoom();
    const streets = covered(zoom);
    if (zoom >= PLACES_FROM_ZOOM) {
      void placesAround(view, zoom).then((found) => {
        if (!found || found === around) return;
        around = found;
        drawSoon();
      });
    }
    const known = townsOf(shown, zoom >= PLACES_FROM_ZOOM ? around : undefined);
    towns.setData(known.areas);
    const lines =
      zoom < GRID_UNTIL ? graticule(view, Math.max(3, Math.round(container.clientWidth / GRID_PIXELS))) : [];
    const grid = map.getSource(GRID_SOURCE);
    if (grid instanceof GeoJSONSource) grid.setData(gridData(lines));

    const size = { width: container.clientWidth, height: container.clientHeight };
    const candidates = [
      ...countryLabels(map, shown, zoom),
      ...known.list
        .filter((town) => town.level <= zoom && contains(view, town))
        .map((town): Label => {
          const kind = town.isCapital ? 'capital' : town.isPart ? 'quarter' : 'city';
          const at: [number, number] = [town.longitude, town.latitude];
          const gap = kind === 'quarter' ? 0 : 8;
          return labelAt(map, at, { kind, text: town.name, size: sizeOf(town.people, kind, zoom), gap });
        }),
      ...gridLabels(map, lines, zoom, size),
    ].filter(({ at }) => !streets || !at || !contains(streets, { longitude: at[0], latitude: at[1] }));
    const placed = placeLabels(candidates, size, obstaclesIn(container));
    labels.setData(labelData(placed));
    const { lng: longitude, lat: latitude } = map.getCenter();
    if (zoom < STREET_ZOOM || (streets && contains(streets, { longitude, latitude }))) return;
    const boxes = [...obstaclesIn(container), ...placed.map(({ box }) => box)];
    beyond.append(...beyondLabels(map, known.list, view, size, boxes));
  };
  // The caption and the pins change after the move, before the next frame.
  const drawSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => requestAnimationFrame(draw));
  };
  map.on('movestart', () => beyond.replaceChildren());
  map.on('moveend', drawSoon);
  map.on('resize', drawSoon);
  // Another colour scheme replaces the sources; data set before they are loaded may be lost.
  map.on('style.load', () => {
    drawSoon();
    map.once('idle', drawSoon);
  });
  map.on('remove', () => cancelAnimationFrame(frame));
  return { draw: drawSoon, hide: () => beyond.replaceChildren() };
}

function countryLabels(map: GlMap, world: World, zoom: number): Label[] {
  if (zoom >= 8) return [];
  const largest = zoom < 1.5 ? 0 : zoom < 2.6 ? 1 : zoom < 3.6 ? 2 : zoom < 4.6 ? 3 : 4;
  return world.countries.features.flatMap(({ geometry, properties }) => {
    const rank = Number(properties?.size);
    if (rank > largest) return [];
    const size = Math.min(21, 10 + Math.max(0, zoom - 1) * 1.8) - rank * 1.3;
    const text = wrap(String(properties?.name).toLocaleUpperCase(document.documentElement.lang || 'en'));
    const at = geometry.coordinates as [number, number];
    return [labelAt(map, at, { kind: 'country', text, size, gap: 0 })];
  });
}

/** In the margin, as in an atlas: meridians at the bottom, parallels at the right. */
function gridLabels(map: GlMap, lines: GridLine[], zoom: number, view: { width: number; height: number }): Label[] {
  if (zoom < 4) return [];
  return lines.map(({ from, to, label: text }) => {
    const label = labelAt(map, from, { kind: 'grid', text, size: 10, gap: 0 });
    const isMeridian = from[0] === to[0];
    const [x, y] = isMeridian ? [label.x, view.height - 14] : [view.width - 12 - label.width / 2, label.y];
    const at = map.unproject([x, y]);
    return { ...label, x, y, at: [at.lng, at.lat] };
  });
}

function labelAt(
  map: GlMap,
  at: [number, number],
  { kind, text, size, gap }: { kind: Kind; text: string; size: number; gap: number },
): Label {
  const { x, y } = map.project(at);
  const rows = text.split('\n');
  const width = Math.max(...rows.map((row) => widthOf(row, kind, size)));
  const anchors: Anchor[] = gap === 0 ? ['center'] : AROUND_POINT;
  return { kind, text, size, at, x, y, width, height: rows.length * size * 1.2, gap, anchors };
}

function labelData(placed: { label: Label; anchor: Anchor }[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: placed.flatMap(({ label: { at, kind, text, size }, anchor }): Feature[] =>
      at
        ? [{ type: 'Feature', geometry: { type: 'Point', coordinates: at }, properties: { kind, text, size, anchor } }]
        : [],
    ),
  };
}

/** Towns that are out of view, one in each direction, at the point of the edge where one would leave for them. */
function beyondLabels(
  map: GlMap,
  towns: { name: string; latitude: number; longitude: number; people: number; isPart: boolean }[],
  view: ViewBounds,
  size: { width: number; height: number },
  boxes: Box[],
): HTMLElement[] {
  const { lng, lat } = map.getCenter();
  const middle = { longitude: lng, latitude: lat };
  const near = towns
    .filter((town) => !town.isPart && !contains(view, town))
    .map((town) => {
      const { x, y } = map.project([town.longitude, town.latitude]);
      const [east, south] = [x - size.width / 2, y - size.height / 2];
      const km = distanceKm(middle, town);
      return { ...town, east, south, km, weight: km / Math.log10(10 + town.people) };
    })
    .filter(({ km }) => km <= BEYOND_KM)
    .sort((one, other) => one.weight - other.weight);
  const sectors = new Set<number>();
  const labels: (LabelCandidate & { element: HTMLElement })[] = [];
  for (const { name, east, south, km } of near) {
    const angle = Math.atan2(south, east);
    const sector = Math.round(angle / (Math.PI / 4)) & 7;
    if (labels.length >= 2 * MAX_BEYOND || sectors.has(sector)) continue;
    sectors.add(sector);
    const distance = `${km < 10 ? Math.max(0.1, km).toFixed(1) : Math.round(km)} km`;
    const width = widthOf(`${name} ${distance}`, 'quarter', 12.5) + 42;
    const height = 24;
    const scale = Math.min(
      (size.width / 2 - width / 2 - 8) / Math.max(Math.abs(east), 1e-6),
      (size.height / 2 - height / 2 - 8) / Math.max(Math.abs(south), 1e-6),
    );
    const [x, y] = [size.width / 2 + east * scale, size.height / 2 + south * scale];
    labels.push({ x, y, width, height, gap: 0, anchors: ['center'], element: pointer(name, distance, angle) });
  }
  return placeLabels(labels, size, boxes)
    .slice(0, MAX_BEYOND)
    .map(({ label: { element, x, y } }) => {
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
      return element;
    });
}

function pointer(name: string, distance: string, angle: number): HTMLElement {
  const element = document.createElement('span');
  element.className = 'map-beyond-town';
  const arrow = document.createElement('span');
  arrow.className = 'map-beyond-arrow';
  arrow.ariaHidden = 'true';
  arrow.textContent = '→';
  arrow.style.rotate = `${angle}rad`;
  const far = document.createElement('small');
  far.textContent = distance;
  element.append(arrow, name, ' ', far);
  return element;
}

function obstaclesIn(container: HTMLElement): Box[] {
  const origin = container.getBoundingClientRect();
  return [...(container.parentElement ?? container).querySelectorAll(OBSTACLES)].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return {
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    };
  });
}

export function boundsOf(map: GlMap): ViewBounds {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), east: bounds.getEast(), south: bounds.getSouth(), north: bounds.getNorth() };
}

function contains({ west, east, south, north }: ViewBounds, at: { latitude: number; longitude: number }): boolean {
  return at.latitude >= south && at.latitude <= north && at.longitude >= west && at.longitude <= east;
}

function sizeOf(people: number, kind: Kind, zoom: number): number {
  if (kind === 'quarter') return 12;
  const grown = 11.5 + Math.max(0, Math.min(zoom, 10) - 3) * 0.4;
  return zoom < PLACES_FROM_ZOOM ? grown : grown + Math.max(-1, Math.min(3, Math.log10(people + 0.1) * 1.2));
}

/** Breaks a long name into lines of about a dozen letters. */
function wrap(name: string): string {
  const rows: string[] = [];
  for (const word of name.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + word.length < 12) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows.join('\n');
}

let measuring: CanvasRenderingContext2D | null | undefined;

/** The width of a text, a little generous: the map draws letters from its own images of them. */
function widthOf(text: string, kind: Kind, size: number): number {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (!measuring) return text.length * size * 0.6;
  const [, ...families] = FONTS[kind];
  measuring.font = `500 ${size}px ${families.map((family) => (/^[a-z-]+$/.test(family) ? family : `"${family}"`)).join()}`;
  return measuring.measureText(text).width * 1.04 + text.length * SPACING[kind] * size + 4;
}
