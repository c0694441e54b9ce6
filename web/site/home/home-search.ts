// What the address of the home page carries: the words searched for, how many pages of people are shown, where the map stands.

export interface HomeSearch {
  /** The words. */
  q?: string;
  /** Pages shown, from 1; left out while 1. */
  page?: number;
  /** The map's centre and zoom, once the visitor moved it: `56.9496,24.1052,14`. */
  at?: string;
  /** On a phone, the map is open. */
  map?: true;
}

export interface Position {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** Reads the address; what makes no sense is left out. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const page = Number(search.page);
  return {
    q: typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 100) : undefined,
    page: Number.isInteger(page) && page > 1 && page <= 50 ? page : undefined,
    at: typeof search.at === 'string' && readPosition(search.at) ? search.at : undefined,
    map: search.map === true ? true : undefined,
  };
}

/** The position an address names, or undefined when it names none on earth. */
export function readPosition(at: string | undefined): Position | undefined {
  const parts = (at ?? '').split(',');
  if (parts.length !== 3 || parts.some((part) => !/^-?\d+(\.\d+)?$/.test(part))) return undefined;
  const [latitude = 0, longitude = 0, zoom = 0] = parts.map(Number);
  const right = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 24;
  return right ? { latitude, longitude, zoom } : undefined;
}

/** Four decimals are eleven metres; more would only make the address longer. */
export function writePosition({ latitude, longitude, zoom }: Position): string {
  return `${+latitude.toFixed(4)},${+longitude.toFixed(4)},${+zoom.toFixed(2)}`;
}
