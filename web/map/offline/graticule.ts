// The grid of meridians and parallels of an atlas, with a spacing that fits the view.

/** Degrees; east exceeds 180 if the view crosses the date line. */
export type ViewBounds = { west: number; south: number; east: number; north: number };

/** A meridian or parallel: its ends, a label such as "56.95° N", and whether it is a fifth line. */
export type GridLine = { from: [number, number]; to: [number, number]; label: string; isMajor: boolean };

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];
const MERCATOR_END = 85;

/**
 * Returns at most `columns` meridians across the view, and parallels with about the same spacing on the map. Lines
 * extend half a view beyond the edges to cover a pan.
 */
export function graticule(view: ViewBounds, columns: number): GridLine[] {
  const width = view.east - view.west;
  const height = view.north - view.south;
  const step = STEPS.findLast((degrees) => width / degrees <= columns) ?? 30;
  // Away from the equator, a degree of latitude is longer on the map than one of longitude.
  const narrow = Math.cos((Math.min(Math.abs(view.north + view.south) / 2, 80) * Math.PI) / 180);
  const unevenness = (degrees: number) => Math.abs(Math.log(degrees / (step * narrow)));
  const rowStep = STEPS.reduce((best, degrees) => (unevenness(degrees) < unevenness(best) ? degrees : best), step);
  const west = view.west - width / 2;
  const east = view.east + width / 2;
  const south = Math.max(view.south - height / 2, -MERCATOR_END);
  const north = Math.min(view.north + height / 2, MERCATOR_END);
  const lines: GridLine[] = [];
  for (const index of multiples(west, east, step)) {
    const x = index * step;
    lines.push({ from: [x, south], to: [x, north], label: name(around(x), 'E', 'W', step), isMajor: index % 5 === 0 });
  }
  for (const index of multiples(south, north, rowStep)) {
    const y = index * rowStep;
    lines.push({ from: [west, y], to: [east, y], label: name(y, 'N', 'S', rowStep), isMajor: index % 5 === 0 });
  }
  return lines;
}

/** The label of a point: "56.95° N, 24.11° E". */
export function pointName(latitude: number, longitude: number): string {
  return `${name(latitude, 'N', 'S', 0.01)}, ${name(around(longitude), 'E', 'W', 0.01)}`;
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(Math.floor(to / step) - first + 1, 0) }, (_, index) => first + index);
}

function name(degrees: number, plus: string, minus: string, step: number): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const text = Math.abs(degrees).toFixed(digits);
  return `${text}°${Number(text) === 0 ? '' : ` ${degrees > 0 ? plus : minus}`}`;
}

/** Normalizes a longitude to -180 to 180. */
function around(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
