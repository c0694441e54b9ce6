// Whether the plan of a company has room for one more location.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/** To be called before the company gets a location, in the same transaction. Throws 417 beside its name when there is none. */
export async function assertLocationQuota({ db, user }: SignedIn): Promise<void> {
  // Two at once must not both take the last place: the second waits here, and then counts the first one's too.
  const { maxLocations } = await db
    .selectFrom('companies')
    .select('maxLocations')
    .where('id', '=', user.companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { locations } = await db
    .selectFrom('locations')
    .select((l) => l.fn.countAll<number>().as('locations'))
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  if (Number(locations) >= maxLocations) throw invalid('Name', 'list.locations.noRoom', { count: maxLocations });
}
