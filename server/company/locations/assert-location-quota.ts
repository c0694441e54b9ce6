// Checks whether a company's plan has room for another location.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/**
 * Must be called before a location is added, in the same transaction. Throws 417 with Key `Name` when there is no room.
 */
export async function assertLocationQuota({ db, user }: SignedIn): Promise<void> {
  // The lock serializes concurrent additions: the second one counts the first one's location.
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
