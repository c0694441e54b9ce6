// Offline place names: search by name, the place at a point, and the time zone of a point.

import { createRequire } from 'node:module';
import tzLookup from '@photostructure/tz-lookup';
import { UNKNOWN_PART } from '#contract/places.ts';
import { foldName } from './fold.ts';
import { COORDINATE_SCALE, type PlaceColumns, readPlaces } from './place-data.ts';
import { nearestPlace, type PlaceGrid, placeGrid } from './place-grid.ts';
import { findByName, readQuery } from './place-search.ts';

/** The specification's location record without its flag; unknown parts are `-`. */
export type LocationRecord = {
  lineAddress: string;
  latitude: number;
  longitude: number;
  placeId: string;
  street: string;
  city: string;
  state: string;
  country: string;
  zipCode: string;
  name: string;
};

/** The loaded data; about 20 MB, read on first use and cached. */
type Gazetteer = { places: PlaceColumns; grid: PlaceGrid };

let loaded: Gazetteer | undefined;
const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/**
 * Places whose name, in any spelling of the data, begins with `text` or has a word that does; the best known first,
 * those near `near` preferred. A country or state may follow ("Portland, Maine") and a street may precede ("Brīvības
 * 55, Rīga"): the street is then returned as typed, with the city's coordinates. At most `limit`; none for an empty
 * text.
 */
export function searchPlaces(
  text: string,
  { limit = 10, near }: { limit?: number; near?: { latitude: number; longitude: number } } = {},
): LocationRecord[] {
  const { places, grid } = gazetteer();
  for (const query of readQuery(text, places.states)) {
    const rows = findByName(places, query, limit, near);
    if (rows.length > 0)
      return rows.map((row) => {
        const place = placeOfRow(places, grid, row, query.street);
        return query.zipCode ? { ...place, zipCode: query.zipCode } : place;
      });
  }
  return [];
}

/** Places with exactly this name, in any spelling of the data; the best known first, at most `limit` (up to 5). */
export function placesNamed(name: string, limit: number): { name: string; latitude: number; longitude: number }[] {
  const { places, grid } = gazetteer();
  const city = foldName(name);
  if (city === '') return [];
  let rows = rowsNamed.get(city);
  if (!rows) {
    rows = findByName(places, { city, within: [], whole: true }, maxNamed);
    if (rowsNamed.size >= maxRowsNamed) rowsNamed.clear();
    rowsNamed.set(city, rows);
  }
  return rows.slice(0, limit).map((row) => placeOfRow(places, grid, row));
}

/** Reading all names takes milliseconds, and the same words are searched again: the answers for so many are kept. */
const maxRowsNamed = 2_000;
const rowsNamed = new Map<string, number[]>();
const maxNamed = 5;

/**
 * The place at a point: its country by the borders, its city by the nearest one in that country (a large city reaches
 * farther than a village, none farther than 50 km). The coordinates are the point's own.
 */
export function reverseGeocode(latitude: number, longitude: number): LocationRecord {
  const { places, grid } = gazetteer();
  const point = { latitude, longitude };
  const code = countryAt(latitude, longitude);
  const row = nearestPlace(places, grid, point, code) ?? (code ? undefined : nearestPlace(places, grid, point));
  if (row !== undefined) return { ...placeOfRow(places, grid, row), ...point };
  const country = code ? countryName(code) : UNKNOWN_PART;
  return {
    lineAddress: country,
    ...point,
    placeId: UNKNOWN_PART,
    street: UNKNOWN_PART,
    city: UNKNOWN_PART,
    state: UNKNOWN_PART,
    country,
    zipCode: UNKNOWN_PART,
    name: country,
  };
}

/** The places in an area, which does not cross the date line: the most populous first, at most `limit`. */
export function placesIn(area: { west: number; south: number; east: number; north: number }, limit: number) {
  const { places } = gazetteer();
  const scaled = (degrees: number) => degrees * COORDINATE_SCALE;
  const [west, south, east, north] = [scaled(area.west), scaled(area.south), scaled(area.east), scaled(area.north)];
  const found = [];
  // Rows are sorted by population. All of them take less than a millisecond.
  for (let row = 0; row < places.count && found.length < limit; row++) {
    const [latitude = 0, longitude = 0] = [places.latitudes[row], places.longitudes[row]];
    if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
    found.push({
      name: labelOf(places, row).split('\t', 1)[0] ?? UNKNOWN_PART,
      latitude: latitude / COORDINATE_SCALE,
      longitude: longitude / COORDINATE_SCALE,
      population: places.populations[row] ?? 0,
      isPart: places.parts[row] === 1,
    });
  }
  return found;
}

/** The IANA time zone at a point; at sea an Etc/GMT zone. Throws a RangeError for coordinates out of range. */
export function timeZoneAt(latitude: number, longitude: number): string {
  return tzLookup(latitude, longitude);
}

function gazetteer(): Gazetteer {
  if (!loaded) {
    const places = readPlaces(new URL('./places.gen.zst', import.meta.url));
    loaded = { places, grid: placeGrid(places) };
  }
  return loaded;
}

function placeOfRow(places: PlaceColumns, grid: PlaceGrid, row: number, street?: string): LocationRecord {
  const label = labelOf(places, row);
  const [name = UNKNOWN_PART, countryCode = '', stateCode = ''] = label.split('\t');
  const latitude = (places.latitudes[row] ?? 0) / COORDINATE_SCALE;
  const longitude = (places.longitudes[row] ?? 0) / COORDINATE_SCALE;
  const state = places.states[`${countryCode}.${stateCode}`] ?? UNKNOWN_PART;
  const country = countryCode ? countryName(countryCode) : UNKNOWN_PART;
  const around = places.parts[row] === 1 ? nearestPlace(places, grid, { latitude, longitude }, countryCode) : undefined;
  const city = around === undefined ? name : placeOfRow(places, grid, around).city;
  // Removes duplicates: "Riga, Riga, Latvia" becomes "Riga, Latvia".
  const parts = [street, name, city, state, country].filter((part) => part && part !== UNKNOWN_PART);
  return {
    lineAddress: [...new Set(parts)].join(', ') || UNKNOWN_PART,
    latitude,
    longitude,
    placeId: `geonames:${places.ids[row]}`,
    street: street || UNKNOWN_PART,
    city,
    state,
    country,
    zipCode: UNKNOWN_PART,
    name,
  };
}

/** Name, country and state, with tabs between them. */
function labelOf(places: PlaceColumns, row: number): string {
  return places.labels.toString('utf8', places.labelStarts[row], (places.labelStarts[row + 1] ?? 1) - 1);
}

function countryName(code: string): string {
  return countryNames.of(code) ?? code;
}

type CountryCoder = typeof import('@rapideditor/country-coder');
let coder: CountryCoder | undefined;

/** The ISO 3166-1 code of the country or territory at a point, if it is on land or close by. */
function countryAt(latitude: number, longitude: number): string | undefined {
  // Loaded lazily: its borders take a tenth of a second, which a start without maps saves.
  coder ??= createRequire(import.meta.url)('@rapideditor/country-coder') as CountryCoder;
  return coder.iso1A2Code([longitude, latitude], { level: 'territory' }) ?? undefined;
}
