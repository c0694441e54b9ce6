// Where the tiles of a street map's file are drawn. Elsewhere the map shows the atlas.
import type { ViewBounds } from '#web/map/offline/graticule.ts';

export interface TileArea {
  bounds: [west: number, south: number, east: number, north: number];
  minzoom: number;
  maxzoom: number;
}

/** The area drawn at a zoom level: whole tiles, which reach beyond the file's bounds. Undefined where it has none. */
export function drawnArea({ bounds, minzoom, maxzoom }: TileArea, zoom: number): ViewBounds | undefined {
  const level = Math.min(Math.floor(zoom), maxzoom);
  if (level < minzoom) return undefined;
  const tiles = 2 ** level;
  const [west, south, east, north] = bounds;
  const longitudeAt = (column: number) => (column / tiles - 0.5) * 360;
  return {
    west: longitudeAt(Math.floor((west / 360 + 0.5) * tiles)),
    east: longitudeAt(Math.ceil((east / 360 + 0.5) * tiles)),
    south: latitudeAt(Math.ceil(rowAt(south) * tiles) / tiles),
    north: latitudeAt(Math.floor(rowAt(north) * tiles) / tiles),
  };
}

export function isWithin(area: ViewBounds, { west, east, south, north }: ViewBounds): boolean {
  return west >= area.west && east <= area.east && south >= area.south && north <= area.north;
}

/** The part of the map's height above a latitude (Web Mercator). */
function rowAt(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function latitudeAt(row: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI;
}
