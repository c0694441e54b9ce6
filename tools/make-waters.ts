// Writes the lakes and rivers of the offline map from the outlines of geo-maps, which come from OpenStreetMap.
//
//   node tools/make-waters.ts earth-lakes-1km/map.geo.json earth-rivers-500m/map.geo.json
//
// The files are those of the npm packages @geo-maps/earth-lakes-1km and @geo-maps/earth-rivers-500m 0.6.0 (©
// OpenStreetMap contributors, ODbL 1.0). The result is committed, so builds and tests do not need them.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { COORDINATE_SCALE, readPlaces } from '#server/places/place-data.ts';
import { packWaters } from '#web/map/offline/pack-waters.ts';

type Point = [longitude: number, latitude: number];
type Ring = Point[];
type GeoMap = { geometries: { coordinates: Ring[][] }[] };

/** Square kilometres of a square degree at the equator. */
const SQUARE_DEGREE = 12_364;
/** The data has lakes under the ice of Antarctica. */
const SOUTHERN_END = -60;
/**
 * Waters of at least `min` km², without corners that change them by less than `detail` km²: the more people, the finer.
 */
type Fineness = { people: number; min: number; detail: number };
const LAKES: Fineness[] = [
  { people: 400_000, min: 8, detail: 0.8 },
  { people: 15_000, min: 24, detail: 1.5 },
  { people: 0, min: 150, detail: 6 },
];
const RIVERS: Fineness[] = [
  { people: 400_000, min: 3, detail: 0.5 },
  { people: 15_000, min: 9, detail: 1 },
  { people: 0, min: 40, detail: 3 },
];
/** People are counted by squares (degrees), in that of the water and those around it. */
const SQUARE = 0.4;

const [lakesFile, riversFile] = process.argv.slice(2);
if (!lakesFile || !riversFile) throw new Error('usage: node tools/make-waters.ts lakes.geo.json rivers.geo.json');

const people = countPeople();
const waters = { lakes: packWaters(simplify(lakesFile, LAKES)), rivers: packWaters(simplify(riversFile, RIVERS)) };
const json = JSON.stringify(waters);
writeFileSync(new URL('../web/map/offline/waters.gen.json', import.meta.url), `${json}\n`);
console.log(
  `${waters.lakes.length} lakes, ${waters.rivers.length} parts of rivers; ${gzipSync(json).length} bytes compressed`,
);

function simplify(file: string, levels: Fineness[]): Ring[][] {
  const source = JSON.parse(readFileSync(file, 'utf8')) as GeoMap;
  return source.geometries
    .flatMap(({ coordinates }) => coordinates)
    .flatMap((rings) => {
      const [outline = []] = rings;
      const near = Math.max(...outline.map(peopleNear));
      const { min, detail } = levels.find((level) => near >= level.people) as Fineness;
      if (areaOf(outline) < min || (outline[0]?.[1] ?? 0) < SOUTHERN_END) return [];
      const large = rings.filter((ring, index) => index === 0 || areaOf(ring) >= min);
      return [large.map((ring) => dropCorners(ring, detail))];
    })
    .sort(([one], [other]) => squareOf(one) - squareOf(other));
}

function countPeople(): Map<string, number> {
  const { count, latitudes, longitudes, populations } = readPlaces(
    new URL('../server/places/places.gen.zst', import.meta.url),
  );
  const counts = new Map<string, number>();
  for (let index = 0; index < count; index++) {
    const [x, y] = [longitudes[index] ?? 0, latitudes[index] ?? 0].map((scaled) =>
      Math.floor(scaled / COORDINATE_SCALE / SQUARE),
    );
    counts.set(`${x} ${y}`, (counts.get(`${x} ${y}`) ?? 0) + (populations[index] ?? 0));
  }
  return counts;
}

function peopleNear([longitude, latitude]: Point): number {
  const [x, y] = [Math.floor(longitude / SQUARE), Math.floor(latitude / SQUARE)];
  let sum = 0;
  for (const east of [-1, 0, 1]) {
    for (const north of [-1, 0, 1]) sum += people.get(`${x + east} ${y + north}`) ?? 0;
  }
  return sum;
}

/** The number of a square of two degrees: neighbours follow each other, so that the steps between them are small. */
function squareOf([first]: Ring = []): number {
  const [longitude = 0, latitude = 0] = first ?? [];
  const row = Math.floor((latitude + 90) / 2);
  return row * 1000 + (row % 2 === 0 ? longitude + 180 : 180 - longitude);
}

/** Visvalingam's method: removes the corner whose triangle is smallest until all are at least `detail` km². */
function dropCorners(ring: Ring, detail: number): Ring {
  // The last point repeats the first.
  const points = ring.slice(0, -1);
  while (points.length > 4) {
    let smallest = -1;
    let least = detail;
    for (let index = 0; index < points.length; index++) {
      const corner = [points.at(index - 1), points[index], points[(index + 1) % points.length]] as Ring;
      const area = areaOf([...corner, corner[0] as Point]);
      if (area < least) [smallest, least] = [index, area];
    }
    if (smallest < 0) break;
    points.splice(smallest, 1);
  }
  return points;
}

/** km², near enough for small outlines. */
function areaOf(ring: Ring): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index++) {
    const [[x0, y0], [x1, y1]] = [ring[index - 1], ring[index]] as [Point, Point];
    sum += ((x1 - x0) * (y1 + y0)) / 2;
  }
  return Math.abs(sum) * SQUARE_DEGREE * Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
}
