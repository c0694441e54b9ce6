// The address and the time zone of a new location whose input omits them.
import { sql } from 'kysely';
import { freeLocationName, urlNameOf } from '#server/identity/memberships/url-name.ts';
import { callerZone } from '#server/lib/caller-zone.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { assertTimeZone } from '#server/lib/time-zones.ts';
import { timeZoneAt } from '#server/places/gazetteer.ts';

interface LocationInput {
  name: string;
  urlName?: string | undefined;
  timeZone?: string | undefined;
  geolocationId: string | null;
}

/** Derives the address from the name, and the zone from the place on the map or else from the company's locations. */
export async function withDerivedFields<I extends LocationInput>(
  context: SignedIn,
  input: I,
): Promise<I & { urlName: string; timeZone: string; isUrlNameKept: boolean }> {
  if (input.timeZone !== undefined) await assertTimeZone(context, input.timeZone);
  return {
    ...input,
    isUrlNameKept: input.urlName !== undefined,
    urlName: input.urlName ?? (await nameFor(context, input.name)),
    timeZone: input.timeZone ?? (await zoneAt(context, input.geolocationId)) ?? (await callerZone(context)),
  };
}

/**
 * Returns the columns of a changed location. Its public name follows its name until it was shared; a public name that
 * the input changes is chosen and stays.
 */
export async function withFollowingName<I extends LocationInput>(
  context: SignedIn,
  input: I,
  id: string,
): Promise<I & { isUrlNameKept?: boolean }> {
  const present = await context.db
    .selectFrom('locations')
    .select(['name', 'urlName', 'isUrlNameKept', 'timeZone'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (input.timeZone !== undefined && input.timeZone !== present?.timeZone)
    await assertTimeZone(context, input.timeZone);
  if (!present || present.isUrlNameKept) return input;
  if (input.urlName !== undefined && input.urlName !== present.urlName) return { ...input, isUrlNameKept: true };
  return present.name === input.name ? input : { ...input, urlName: await nameFor(context, input.name, id) };
}

/** Returns a name that no location of any company has, but for the given one. */
async function nameFor({ db, database }: SignedIn, name: string, id?: string): Promise<string> {
  // Serialized: the next caller sees the name after this transaction.
  await sql`select pg_advisory_xact_lock(hashtextextended('derived names of locations', 0))`.execute(db);
  return freeLocationName(database.read, urlNameOf(name, 'location'), id);
}

async function zoneAt({ db }: SignedIn, geolocationId: string | null): Promise<string | undefined> {
  if (geolocationId === null) return undefined;
  const place = await db
    .selectFrom('geolocations')
    .select(['latitude', 'longitude'])
    .where('id', '=', geolocationId)
    .executeTakeFirst();
  return place && timeZoneAt(place.latitude, place.longitude);
}
