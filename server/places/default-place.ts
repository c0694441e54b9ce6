// Where a map opens when nothing says otherwise.
import type { Output } from '#contract/lib/service.ts';
import type { geolocations } from '#contract/places.ts';
import type { Context } from '#server/lib/context.ts';
import { tilesUrl } from './map-tiles.ts';

/** The initial zoom of a map (specification, section 9). */
const defaultZoom = 14;

/** The operator's place; without one the first business that visitors find; without that the built-in place. */
export async function defaultPlace(context: Context): Promise<Output<typeof geolocations.getDefault>> {
  const { isChosen, tiles, latitude, longitude, styleUrl } = context.config.map;
  const [first, source] = await Promise.all([
    isChosen ? undefined : firstBusiness(context),
    tiles ? tilesUrl(tiles) : styleUrl,
  ]);
  return { latitude, longitude, ...first, zoom: defaultZoom, styleUrl: source };
}

/** The position of the oldest location with a public profile. */
function firstBusiness({ database }: Context) {
  return database.read
    .selectFrom('locations as l')
    .innerJoin('geolocations as g', (join) =>
      join.onRef('g.companyId', '=', 'l.companyId').onRef('g.id', '=', 'l.geolocationId'),
    )
    .select(['g.latitude', 'g.longitude'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('employeeLocations as el')
          .innerJoin('employees as e', (join) =>
            join.onRef('e.companyId', '=', 'el.companyId').onRef('e.userId', '=', 'el.userId'),
          )
          .select('e.userId')
          .whereRef('el.companyId', '=', 'l.companyId')
          .whereRef('el.locationId', '=', 'l.id')
          .where('e.isProfilePublic', '=', true),
      ),
    )
    .orderBy('l.createdAt')
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirst();
}
