// Text of a company leaves only once its address is proved.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { isCompanyAddressVerified } from '#server/lib/sql/company-address.ts';

/** Throws 409 while the address of the caller's company is not verified. */
export async function assertCompanyVerified({ db, user }: SignedIn): Promise<void> {
  const { rows } = await sql<{ isVerified: boolean }>`
    select ${isCompanyAddressVerified} as is_verified from companies c where c.id = ${user.companyId}`.execute(db);
  if (!rows[0]?.isVerified) throw new Refusal(409, 'campaigns.notVerified');
}
