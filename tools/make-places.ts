// Writes the bundled place data from the GeoNames dump: the server's gazetteer and the offline map's labels.
//
//   node tools/make-places.ts cities500.txt admin1CodesASCII.txt
//
// Both files come from https://download.geonames.org/export/dump/ (CC BY 4.0). Run it to update the data; the results
// are committed, so builds and tests do not need the dump.
import { readFileSync, writeFileSync } from 'node:fs';
import { iso1A2Code } from '@rapideditor/country-coder';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { foldName } from '#server/places/fold.ts';
import { type PlaceRow, packPlaces } from '#server/places/place-data.ts';
import { unwrapRing } from '#web/map/offline/date-line.ts';

const SMALLEST_PLACE = 1000;
/** Below these populations the other spellings cost more bytes than they help to find places. */
const OTHER_LATIN_NAMES_FROM = 5_000;
const OTHER_SCRIPTS_FROM = 15_000;
const MAP_CITIES = 2_650;
/** The largest place of every square of so many degrees is on the map: sparsely populated regions are not blank. */
const MAP_SQUARE = 2.5;
const MAP_SQUARE_FROM = 20_000;

type SourceRow = PlaceRow & { kind: string };

const [citiesFile, statesFile] = process.argv.slice(2);
if (!citiesFile || !statesFile) throw new Error('usage: node tools/make-places.ts cities500.txt admin1CodesASCII.txt');

const rows = readCities(citiesFile);
const packed = packPlaces(rows, readStates(statesFile));
writeFileSync(new URL('../server/places/places.gen.zst', import.meta.url), packed);
const labels = JSON.stringify({ cities: mapCities(rows), countries: mapCountries() });
writeFileSync(new URL('../web/map/offline/places.gen.json', import.meta.url), `${labels}\n`);
console.log(`${rows.length} places in ${packed.length} bytes; map labels in ${labels.length} characters`);

function readCities(file: string): SourceRow[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      // The columns of the dump's readme; a row that lacks one is not a row of this file.
      const cell = line.split('\t');
      const [id, name, ascii, others, latitude, longitude] = cell as [string, string, string, string, string, string];
      const population = Number(cell[14]);
      return {
        id: Number(id),
        name,
        names: namesOf(name, ascii, others, population),
        country: cell[8] ?? '',
        state: cell[10] ?? '',
        latitude: Number(latitude),
        longitude: Number(longitude),
        population,
        kind: cell[7] ?? '',
        isPart: /^PPL[XHQWL]/.test(cell[7] ?? ''),
      };
    })
    .filter((row) => row.names.length > 0 && (row.population >= SMALLEST_PLACE || /^PPLA|^PPLC$/.test(row.kind)))
    .sort((a, b) => b.population - a.population || a.id - b.id);
}

/**
 * Folded names, the main one first; without airport codes, translations of little use at this size and very long ones.
 */
function namesOf(name: string, ascii: string, others: string, population: number): string[] {
  const names = new Set([foldName(name), foldName(ascii)]);
  if (population >= OTHER_LATIN_NAMES_FROM) {
    for (const other of others.split(',')) {
      if (/^[A-Z]{2,4}$/.test(other)) continue;
      const folded = foldName(other);
      const latin = /^[ -~]*$/.test(folded);
      if (folded.length <= 40 && (latin || population >= OTHER_SCRIPTS_FROM)) names.add(folded);
    }
  }
  names.delete('');
  return [...names];
}

function readStates(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(lines.map((line) => line.split('\t').slice(0, 2)).filter((pair) => pair[1]));
}

/** [name, longitude, latitude, thousands of people, country, 1 for a capital], most populous first. */
function mapCities(places: SourceRow[]): (string | number)[][] {
  const squares = new Set<string>();
  const chosen = new Set<SourceRow>();
  for (const place of places) {
    const square = `${Math.floor(place.longitude / MAP_SQUARE)} ${Math.floor(place.latitude / MAP_SQUARE)}`;
    const isFirst = !place.isPart && place.population >= MAP_SQUARE_FROM && !squares.has(square);
    if (isFirst) squares.add(square);
    if (isFirst || place.kind === 'PPLC') chosen.add(place);
  }
  for (const place of places) if (chosen.size < MAP_CITIES && !place.isPart) chosen.add(place);
  return [...chosen]
    .sort((a, b) => b.population - a.population)
    .map((place) => [
      place.name,
      Number(place.longitude.toFixed(2)),
      Number(place.latitude.toFixed(2)),
      Math.round(place.population / 1000),
      place.country,
      ...(place.kind === 'PPLC' ? [1] : []),
    ]);
}

/**
 * [country code, longitude, latitude, size class 0 (largest) to 4] at the best place for the name: inside the largest
 * piece of land.
 */
function mapCountries(): (string | number)[][] {
  const file = new URL('../node_modules/world-atlas/countries-50m.json', import.meta.url);
  // world-atlas: one collection named "countries", ids are ISO 3166-1 numeric codes.
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  const seen = new Set<string>();
  return feature(world, world.objects.countries).features.flatMap((country) => {
    const code = iso1A2Code(String(country.id));
    const { geometry } = country;
    // A few remote islands repeat the code of their country.
    if (!code || seen.has(code) || (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')) return [];
    seen.add(code);
    const pieces = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const outlines = pieces.map((rings) => unwrapRing(rings[0] ?? [])).sort((a, b) => areaOf(b) - areaOf(a));
    const largest = outlines[0];
    if (!largest) return [];
    const [longitude, latitude] = innermostPoint(largest);
    const size = [150, 30, 6, 0.5].findIndex((minArea) => areaOf(largest) >= minArea);
    return [[code, Number(aroundWorld(longitude).toFixed(1)), Number(latitude.toFixed(1)), size < 0 ? 4 : size]];
  });
}

function aroundWorld(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
}

/** Area of a ring on the sphere, in square degrees of the equator. */
function areaOf(ring: number[][]): number {
  const degree = Math.PI / 180;
  let area = 0;
  for (let index = 1; index < ring.length; index++) {
    const [x1 = 0, y1 = 0] = ring[index - 1] ?? [];
    const [x2 = 0, y2 = 0] = ring[index] ?? [];
    area += ((x2 - x1) * (Math.sin(y1 * degree) + Math.sin(y2 * degree))) / 2 / degree;
  }
  return Math.abs(area);
}

/**
 * The point of a fine grid over the ring that lies inside and farthest from the outline; widths count less than
 * heights.
 */
function innermostPoint(ring: number[][]): [number, number] {
  const xs = ring.map((point) => point[0] ?? 0);
  const ys = ring.map((point) => point[1] ?? 0);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best: [number, number] = [(west + east) / 2, (south + north) / 2];
  let room = 0;
  const steps = 40;
  for (let column = 1; column < steps; column++) {
    for (let row = 1; row < steps; row++) {
      const x = west + ((east - west) * column) / steps;
      const y = south + ((north - south) * row) / steps;
      if (!isInside(ring, x, y)) continue;
      // A label is wide and low: room to the sides counts less than room above and below.
      const narrow = Math.cos((y * Math.PI) / 180) * 0.6;
      const clear = Math.min(...ring.map((point) => Math.hypot(((point[0] ?? 0) - x) * narrow, (point[1] ?? 0) - y)));
      if (clear > room) [room, best] = [clear, [x, y]];
    }
  }
  return best;
}

function isInside(ring: number[][], x: number, y: number): boolean {
  let inside = false;
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index++) {
    const [x1 = 0, y1 = 0] = ring[index] ?? [];
    const [x2 = 0, y2 = 0] = ring[before] ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
