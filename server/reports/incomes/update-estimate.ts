// Enters and clears estimates of incomes.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { incomes } from '#contract/reports/incomes.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Throws 404 for locations and people of other companies. The all-zero id is none. */
export async function updateEstimate(
  { db, user, clock }: SignedIn,
  input: Parsed<typeof incomes.update>,
): Promise<undefined> {
  const { companyId } = user;
  const idOf = (id: string | null) => (id === newId ? null : id);
  const [locationId, userId] = [idOf(input.locationId), idOf(input.userId)];
  // Locked, so that neither goes before the estimate that refers to it.
  const place = await sql`
    select from locations where company_id = ${companyId} and id = ${locationId}::uuid for key share`.execute(db);
  const person = await sql`
    select from employees where company_id = ${companyId} and user_id = ${userId}::uuid for key share`.execute(db);
  const isMissing = (id: string | null, { rows }: typeof place) => id !== null && rows.length === 0;
  if (isMissing(locationId, place) || isMissing(userId, person)) throw notFound();
  if (input.estimated === null) {
    await sql`
      delete from estimates where company_id = ${companyId} and day = ${input.date}
        and location_id is not distinct from ${locationId}::uuid and user_id is not distinct from ${userId}::uuid`.execute(
      db,
    );
    return undefined;
  }
  const values = { amount: input.estimated, updatedAt: clock.now() };
  await db
    .insertInto('estimates')
    .values({ companyId, id: randomUUIDv7(), day: input.date, locationId, userId, ...values })
    .onConflict((conflict) => conflict.columns(['companyId', 'day', 'locationId', 'userId']).doUpdateSet(values))
    .execute();
  return undefined;
}

export async function clearEstimates(context: SignedIn): Promise<undefined> {
  const { db, user } = context;
  await db.deleteFrom('estimates').where('companyId', '=', user.companyId).execute();
  await audit(context, 'Cleared the estimates of incomes');
  return undefined;
}
