// Checks whether a company's terms have room for another location.
import { isTermsAt } from '#server/balance/terms/terms-at.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/**
 * Must be called before a location is added, in the same transaction. Throws 417 with Key `Name` when there is no room.
 */
export async function assertLocationQuota({ db, user, clock }: SignedIn): Promise<void> {
  // The lock serializes concurrent additions: the second one counts the first one's location.
  const { maxLocations, extraLocationCost } = await db
    .selectFrom('companies as c')
    .innerJoin('companyTerms as t', (join) => join.on(isTermsAt(clock.now())))
    .select(['t.maxLocations', 't.extraLocationCost'])
    .where('c.id', '=', user.companyId)
    .forUpdate('c')
    .executeTakeFirstOrThrow();
  // A price for each further location makes room.
  if (extraLocationCost !== null) return;
  const { locations } = await db
    .selectFrom('locations')
    .select((l) => l.fn.countAll<number>().as('locations'))
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  if (Number(locations) >= maxLocations) throw invalid('Name', 'list.locations.noRoom', { count: maxLocations });
}
