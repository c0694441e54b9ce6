// Writes down when an operator has changed the limit of a company's campaigns: it grows or shrinks a day later at the
// earliest.
import type { SignedIn } from '#server/lib/context.ts';

export async function whenLimitChanged(
  { db, clock }: SignedIn,
  companyId: string,
  campaignMailsPerDay: number,
): Promise<{ campaignMailsChangedAt?: Temporal.Instant }> {
  const stored = await db
    .selectFrom('companies')
    .select('campaignMailsPerDay')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return stored?.campaignMailsPerDay === campaignMailsPerDay ? {} : { campaignMailsChangedAt: clock.now() };
}
