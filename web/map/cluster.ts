// Which markers stand so close at a zoom level that they are drawn as one.
import type { MapMarker } from './map-options.ts';

/** Markers drawn as one point, at their middle. A single marker is a group of one. Equal keys mean equal groups. */
export type MarkerGroup = { key: string; latitude: number; longitude: number; markers: MapMarker[] };

/** From here on nothing is gathered but markers that share a point. */
const LAST_CLUSTER_ZOOM = 17;

const TILE_PIXELS = 512;
const RADIUS_PIXELS = 46;

/**
 * Groups markers that lie within 46 pixels of the first of their group at this zoom level (rounded down). The grouping
 * depends on the markers and the level alone, so panning does not regroup them.
 */
export function groupMarkers(markers: MapMarker[], zoom: number): MarkerGroup[] {
  const level = Math.floor(zoom);
  const world = TILE_PIXELS * 2 ** level;
  const radius = level > LAST_CLUSTER_ZOOM ? 1 : RADIUS_PIXELS;
  const points = markers.map((marker) => ({ marker, ...project(marker, world), taken: false }));
  const squares = new Map<string, typeof points>();
  for (const point of points) {
    const key = `${Math.floor(point.x / radius)} ${Math.floor(point.y / radius)}`;
    const square = squares.get(key);
    if (square) square.push(point);
    else squares.set(key, [point]);
  }
  const groups: MarkerGroup[] = [];
  for (const point of points) {
    if (point.taken) continue;
    const members: MapMarker[] = [];
    const [column, row] = [Math.floor(point.x / radius), Math.floor(point.y / radius)];
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        for (const other of squares.get(`${x} ${y}`) ?? []) {
          if (other.taken || Math.hypot(other.x - point.x, other.y - point.y) > radius) continue;
          other.taken = true;
          members.push(other.marker);
        }
      }
    }
    groups.push({
      key: JSON.stringify(members),
      latitude: mean(members.map((marker) => marker.latitude)),
      longitude: mean(members.map((marker) => marker.longitude)),
      markers: members,
    });
  }
  return groups;
}

/** The lowest zoom level above `zoom` at which the group falls apart; undefined when its markers share one point. */
export function splitZoom(group: MarkerGroup, zoom: number): number | undefined {
  for (let level = Math.floor(zoom) + 1; level <= LAST_CLUSTER_ZOOM + 1; level++) {
    if (groupMarkers(group.markers, level).length > 1) return level;
  }
  return undefined;
}

function project({ latitude, longitude }: MapMarker, world: number): { x: number; y: number } {
  const sine = Math.sin((Math.min(Math.max(latitude, -85), 85) * Math.PI) / 180);
  return {
    x: (longitude / 360 + 0.5) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
