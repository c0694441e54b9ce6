// Finds the place nearest to a point: places sorted into squares of one degree.
import { COORDINATE_SCALE, type PlaceColumns } from './place-data.ts';

/** Rows of the places by square: those of square s are `rows[starts[s]]` up to `rows[starts[s + 1]]`. */
export type PlaceGrid = { starts: Uint32Array; rows: Uint32Array };

/** No city reaches farther than this. */
const REACH_KM = 50;
const KM_PER_DEGREE = 111.2;
const COLUMNS = 360;
const ROWS = 181;

/** Sorts all places except quarters and ruins into squares, by counting. */
export function placeGrid(places: PlaceColumns): PlaceGrid {
  const starts = new Uint32Array(COLUMNS * ROWS + 1);
  const squares = new Uint32Array(places.count);
  for (let row = 0; row < places.count; row++) {
    if (places.parts[row] === 1) continue;
    const square = squareOf(
      (places.latitudes[row] ?? 0) / COORDINATE_SCALE,
      (places.longitudes[row] ?? 0) / COORDINATE_SCALE,
    );
    squares[row] = square;
    starts[square + 1] = (starts[square + 1] ?? 0) + 1;
  }
  for (let square = 0; square < COLUMNS * ROWS; square++)
    starts[square + 1] = (starts[square + 1] ?? 0) + (starts[square] ?? 0);
  const rows = new Uint32Array(starts[COLUMNS * ROWS] ?? 0);
  const next = starts.slice();
  for (let row = 0; row < places.count; row++) {
    if (places.parts[row] === 1) continue;
    const square = squares[row] ?? 0;
    const at = next[square] ?? 0;
    rows[at] = row;
    next[square] = at + 1;
  }
  return { starts, rows };
}

/**
 * The row of the place that a point belongs to, within 50 km and, if given, in that country. Distance is divided by the
 * weight of the place: a suburb of a large city does not belong to the hamlet beyond the hill.
 */
export function nearestPlace(
  places: PlaceColumns,
  grid: PlaceGrid,
  point: { latitude: number; longitude: number },
  country?: string,
): number | undefined {
  const narrow = Math.max(Math.cos((point.latitude * Math.PI) / 180), 0.01);
  const high = REACH_KM / KM_PER_DEGREE;
  const wide = Math.min(high / narrow, 179);
  let best: number | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let latitude = Math.floor(point.latitude - high); latitude <= Math.floor(point.latitude + high); latitude++) {
    for (
      let longitude = Math.floor(point.longitude - wide);
      longitude <= Math.floor(point.longitude + wide);
      longitude++
    ) {
      const square = squareOf(latitude, longitude);
      for (let at = grid.starts[square] ?? 0; at < (grid.starts[square + 1] ?? 0); at++) {
        const row = grid.rows[at] ?? 0;
        const north = (places.latitudes[row] ?? 0) / COORDINATE_SCALE - point.latitude;
        const east = turn((places.longitudes[row] ?? 0) / COORDINATE_SCALE - point.longitude) * narrow;
        const distance = Math.hypot(north, east) * KM_PER_DEGREE;
        if (distance > REACH_KM) continue;
        const weighed = distance / (1 + Math.log10(1 + (places.populations[row] ?? 0) / 1000));
        if (weighed < bestDistance && (!country || isIn(places, row, country))) [best, bestDistance] = [row, weighed];
      }
    }
  }
  return best;
}

/** Kilometres between a row's place and a point, accurate enough for ranking. */
export function distanceTo(places: PlaceColumns, row: number, point: { latitude: number; longitude: number }): number {
  const north = (places.latitudes[row] ?? 0) / COORDINATE_SCALE - point.latitude;
  const east = turn((places.longitudes[row] ?? 0) / COORDINATE_SCALE - point.longitude);
  return Math.hypot(north, east * Math.cos((point.latitude * Math.PI) / 180)) * KM_PER_DEGREE;
}

function isIn(places: PlaceColumns, row: number, country: string): boolean {
  const tab = places.labels.indexOf(9, places.labelStarts[row]);
  return places.labels[tab + 1] === country.charCodeAt(0) && places.labels[tab + 2] === country.charCodeAt(1);
}

function squareOf(latitude: number, longitude: number): number {
  const row = Math.min(Math.max(Math.floor(latitude) + 90, 0), ROWS - 1);
  const column = (((Math.floor(longitude) + 180) % COLUMNS) + COLUMNS) % COLUMNS;
  return row * COLUMNS + column;
}

/** A difference of longitudes the short way round. */
function turn(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
