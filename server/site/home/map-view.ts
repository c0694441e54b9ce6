// Computes the area that a map shows around a point at a zoom level.

/** The size of a large window in pixels, on a world map of tiles of 256 pixels (Web Mercator). */
const view = { width: 1024, height: 768 };
const tile = 256;
/** The limit of Web Mercator (degrees). */
const maxLatitude = 85.0511;

export interface View {
  south: number;
  north: number;
  /** One range of longitudes, or two where the view crosses the 180th meridian. */
  longitudes: [west: number, east: number][];
}

export function viewOf({ latitude, longitude, zoom }: { latitude: number; longitude: number; zoom: number }): View {
  const world = tile * 2 ** zoom;
  const half = (view.width / 2 / world) * 360;
  const middle = mercator(Math.max(-maxLatitude, Math.min(maxLatitude, latitude)));
  const reach = view.height / 2 / world;
  return {
    // At the edge of the map, everything beyond it belongs to the view.
    south: middle + reach >= 1 ? -90 : latitudeOf(middle + reach),
    north: middle - reach <= 0 ? 90 : latitudeOf(middle - reach),
    longitudes: longitudes(longitude - half, longitude + half),
  };
}

function longitudes(west: number, east: number): View['longitudes'] {
  if (east - west >= 360) return [[-180, 180]];
  if (west < -180)
    return [
      [west + 360, 180],
      [-180, east],
    ];
  if (east > 180)
    return [
      [west, 180],
      [-180, east - 360],
    ];
  return [[west, east]];
}

/** From 0 in the north to 1 in the south. */
function mercator(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
