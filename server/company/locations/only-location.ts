// A business with one location: what its company says about name, address and place holds there, too.
import type { SignedIn } from '#server/lib/context.ts';
import { timeZoneAt } from '#server/places/gazetteer.ts';
import { withFollowingName } from './derived-fields.ts';

interface Described {
  name: string;
  address: string;
  country: string;
}

/** Carries changed details over to the only location, where it has none of its own. */
export async function updateOnlyLocation(context: SignedIn, before: Described, after: Described): Promise<void> {
  const location = await onlyLocation(context);
  if (!location) return;
  const carried = (field: keyof Described) =>
    location[field] === '' || location[field] === before[field] ? after[field] : location[field];
  const { id, geolocationId } = location;
  const described = { name: carried('name'), address: carried('address'), country: carried('country') };
  const values = await withFollowingName(context, { ...described, geolocationId }, id);
  await context.db.updateTable('locations').set(values).where('id', '=', id).execute();
}

/** Places the only location with its company: where it has no place, or had that of the company. */
export async function placeOnlyLocation(
  context: SignedIn,
  { before, after }: { before: string | null; after: { id: string; latitude: number; longitude: number } },
): Promise<void> {
  const location = await onlyLocation(context);
  if (!location || (location.geolocationId !== null && location.geolocationId !== before)) return;
  // The registration knew only the zone of a browser. Where something is booked, a person corrects it.
  const isFirst = location.geolocationId === null && !(await hasComingEvents(context, location.id));
  const timeZone = isFirst ? timeZoneAt(after.latitude, after.longitude) : undefined;
  await context.db
    .updateTable('locations')
    .set({ geolocationId: after.id, ...(timeZone && { timeZone }) })
    .where('id', '=', location.id)
    .execute();
}

async function hasComingEvents({ db, clock }: SignedIn, locationId: string): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('locationId', '=', locationId)
    .where('startAt', '>', clock.now())
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function onlyLocation({ db, user }: SignedIn) {
  const [first, second] = await db
    .selectFrom('locations')
    .select(['id', 'name', 'address', 'country', 'geolocationId'])
    .where('companyId', '=', user.companyId)
    .limit(2)
    .execute();
  return second ? undefined : first;
}
