// Computes the map position that shows a set of points.
import type { Position } from './home-search.ts';

/** Extent of the points (px); less than the narrowest map. */
const mapPixels = 320;
/** Width of the world at zoom 0 (px). */
const worldWidth = 512;
const maxZoom = 14;

/** Returns the position that shows all points, at zoom 14 or less; undefined without points. */
export function fitPosition(points: readonly { latitude: number; longitude: number }[]): Position | undefined {
  if (points.length === 0) return undefined;
  const latitudes = points.map((point) => point.latitude);
  const longitudes = points.map((point) => point.longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const latitude = (south + north) / 2;
  // Mercator stretches a degree of latitude by 1 / cos(latitude).
  const span = Math.max(east - west, (north - south) / Math.cos((latitude * Math.PI) / 180));
  const zoom = span === 0 ? maxZoom : Math.log2((mapPixels * 360) / (worldWidth * span));
  return { latitude, longitude: (west + east) / 2, zoom: Math.max(0, Math.min(maxZoom, zoom)) };
}
