// The bundled world of the offline map: outlines from Natural Earth, cities from GeoNames. Loaded on first use.
import type { Feature, FeatureCollection, MultiLineString, Point } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { distanceKm } from '#web/map/distance.ts';
import { unwrapLine, unwrapRing } from './date-line.ts';

/** A city of the offline map; `people` is its population in thousands. */
export type City = {
  name: string;
  latitude: number;
  longitude: number;
  people: number;
  country: string;
  isCapital: boolean;
  /** The lowest zoom level with its name. */
  level: number;
};

export type World = {
  land: FeatureCollection;
  coast: Feature<MultiLineString>;
  borders: Feature<MultiLineString>;
  /** Properties: `name`, `size` (0, the largest, to 4). */
  countries: FeatureCollection<Point>;
  cityList: City[];
};

// The format of the files that tools/make-places.ts writes.
type PlacesFile = {
  cities: [name: string, longitude: number, latitude: number, people: number, country: string, capital?: 1][];
  countries: [code: string, longitude: number, latitude: number, size: number][];
};

/** Minimum population (thousands) to show from zoom 2, 3, 4, …; label collision does the rest. */
const PEOPLE_BY_ZOOM = [4000, 1200, 450, 150, 60];
const FIRST_CITY_ZOOM = 2.4;

let world: Promise<World> | undefined;

/** Loads the world once for all maps of the page. A failed load is retried on the next call. */
export function loadWorld(): Promise<World> {
  world ??= readWorld().catch((failure: unknown) => {
    world = undefined;
    throw failure;
  });
  return world;
}

/** Returns a country's name in the page's language, or its code. */
export function countryLabel(code: string): string {
  try {
    return new Intl.DisplayNames([document.documentElement.lang || 'en', 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the city that best describes a point: near and large, within 150 km. */
export function cityNear(cities: City[], latitude: number, longitude: number): City | undefined {
  let best: City | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const city of cities) {
    if (Math.abs(city.latitude - latitude) > 1.5) continue;
    const distance = distanceKm(city, { latitude, longitude });
    const weighed = distance / Math.log10(10 + city.people);
    if (distance < 150 && weighed < least) [best, least] = [city, weighed];
  }
  return best;
}

async function readWorld(): Promise<World> {
  const data = await import('./world-data.ts');
  // Our own files; the build fixes their format.
  const topology = data.outline as unknown as Topology<{ countries: GeometryCollection }>;
  const places = data.places as unknown as PlacesFile;
  const { countries } = topology.objects;
  const cityList = places.cities.map(([name, longitude, latitude, people, country, capital]) => ({
    name,
    longitude,
    latitude,
    people,
    country,
    isCapital: capital === 1,
    level: levelOf(people, capital === 1),
  }));
  return {
    land: wholeLand(feature(topology, countries)),
    coast: lines(mesh(topology, countries, (one, other) => one === other)),
    borders: lines(mesh(topology, countries, (one, other) => one !== other)),
    countries: {
      type: 'FeatureCollection',
      features: places.countries.map(([code, longitude, latitude, size]) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: { name: countryLabel(code), size },
      })),
    },
    cityList,
  };
}

function levelOf(people: number, isCapital: boolean): number {
  const step = PEOPLE_BY_ZOOM.findIndex((min) => people >= min);
  const level = FIRST_CITY_ZOOM + (step < 0 ? PEOPLE_BY_ZOOM.length : step);
  // Capitals show slightly earlier; small ones together with medium-sized cities.
  return isCapital ? Math.min(level - 0.6, 5) : level;
}

function wholeLand(countries: FeatureCollection): FeatureCollection {
  const features = countries.features.map((country) => {
    const { geometry } = country;
    if (geometry.type === 'Polygon')
      return { ...country, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapRing) } };
    if (geometry.type === 'MultiPolygon')
      return {
        ...country,
        geometry: { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unwrapRing)) },
      };
    return country;
  });
  return { type: 'FeatureCollection', features };
}

function lines(geometry: MultiLineString): Feature<MultiLineString> {
  return {
    type: 'Feature',
    geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapLine) },
    properties: {},
  };
}
