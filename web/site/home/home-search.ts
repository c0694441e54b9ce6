// The state of the home page in its address: search text, number of pages shown, map position.

export interface HomeSearch {
  /** The search text. */
  q?: string;
  /** Number of pages shown; omitted for 1. */
  page?: number;
  /** The map's centre and zoom, once the visitor has moved it: `56.9496,24.1052,14`. */
  at?: string;
  /** True while the map is open on a phone. */
  map?: true;
}

export interface Position {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** Reads the address and ignores invalid parts. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const page = Number(search.page);
  return {
    q: typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 100) : undefined,
    page: Number.isInteger(page) && page > 1 && page <= 50 ? page : undefined,
    at: typeof search.at === 'string' && readPosition(search.at) ? search.at : undefined,
    map: search.map === true ? true : undefined,
  };
}

/** Returns the position in an address, or undefined if it is invalid. */
export function readPosition(at: string | undefined): Position | undefined {
  const parts = (at ?? '').split(',');
  if (parts.length !== 3 || parts.some((part) => !/^-?\d+(\.\d+)?$/.test(part))) return undefined;
  const [latitude = 0, longitude = 0, zoom = 0] = parts.map(Number);
  const right = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 24;
  return right ? { latitude, longitude, zoom } : undefined;
}

/** Four decimals are eleven metres; more would only lengthen the address. */
export function writePosition({ latitude, longitude, zoom }: Position): string {
  return `${+latitude.toFixed(4)},${+longitude.toFixed(4)},${+zoom.toFixed(2)}`;
}
