// The towns of the offline map: names by importance, and built-up areas as circles by population.
import type { FeatureCollection, Point } from 'geojson';
import type { ViewBounds } from './graticule.ts';
import type { PlacesAround } from './places-around.ts';
import type { World } from './world.ts';

export type Town = {
  name: string;
  latitude: number;
  longitude: number;
  /** Thousands. */
  people: number;
  /** The lowest zoom level with its name. */
  level: number;
  isCapital: boolean;
  /** A quarter of a town. */
  isPart: boolean;
};

/** Usual in towns; their areas come out about as large as on maps (people per km²). */
const DENSITY = 3000;
/** Pixels per kilometre at the equator, at zoom 0. */
const PIXELS_PER_KM = 512 / 40_075;

/**
 * Returns the bundled cities, or where `around` has loaded its places instead: `list` by importance, `areas` as points
 * whose `radius` is in pixels at zoom 0.
 */
export function townsOf(
  world: World,
  around: PlacesAround | undefined,
): { list: Town[]; areas: FeatureCollection<Point> } {
  const bundled = world.cityList.filter((city) => !around || !isIn(around.area, city));
  const capitals = world.cityList.filter(({ isCapital }) => isCapital);
  const isCapital = (at: { name: string; latitude: number; longitude: number }) =>
    capitals.some((city) => city.name === at.name && Math.abs(city.latitude - at.latitude) < 0.03);
  const near = (around?.places ?? []).map(({ population, ...place }) => {
    const level = place.isPart ? 12 : population >= 5000 ? 8 : population >= 2000 ? 9.5 : 10.5;
    return { ...place, people: population / 1000, level, isCapital: !place.isPart && isCapital(place) };
  });
  const list = [
    ...near.filter(({ isPart }) => !isPart),
    ...near.filter(({ isPart }) => isPart),
    ...bundled.map(asTown),
  ];
  return {
    list: list.toSorted((one, other) => rank(other) - rank(one)),
    areas: {
      type: 'FeatureCollection',
      features: list
        .filter(({ isPart }) => !isPart)
        .map(({ longitude, latitude, people }) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
          properties: { radius: radiusKm(people) * (PIXELS_PER_KM / Math.cos((latitude * Math.PI) / 180)) },
        })),
    },
  };
}

/** The radius of a town of so many thousand people, as a circle. */
export function radiusKm(people: number): number {
  return Math.sqrt((people * 1000) / DENSITY / Math.PI);
}

function asTown(city: World['cityList'][number]): Town {
  return { ...city, isPart: false };
}

/** Capitals come before cities of four times their size, quarters last. */
function rank({ people, isCapital, isPart }: Town): number {
  return isPart ? people / 1e6 : people * (isCapital ? 4 : 1);
}

function isIn({ west, east, south, north }: ViewBounds, at: { latitude: number; longitude: number }): boolean {
  return at.latitude >= south && at.latitude <= north && at.longitude >= west && at.longitude <= east;
}
