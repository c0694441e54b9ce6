// Updates the name and contact details of a company.
import { type CompanyDetails, type company, companyDetails } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { proveOwnAddresses } from '#server/identity/sign-up/prove-own-addresses.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { detailsOf, lockCompany } from './store.ts';

/**
 * A new address is unverified until its link is used, unless it is the caller's own verified one. Throws 409 with the current details (`Row`) when `version` is not the
 * current one.
 */
export async function updateCompany(
  context: SignedIn,
  { eMail = '', phoneNumber = '', version, ...details }: Parsed<typeof company.update>,
): Promise<CompanyDetails> {
  const { companyId } = context.user;
  const now = await lockCompany(context.db, companyId);
  if (version !== undefined && version !== now) {
    const row = toWire(companyDetails, await detailsOf(context.db, companyId));
    throw new Refusal(409, 'grid.changed', { details: { Row: row } });
  }
  await context.db
    .updateTable('companies')
    .set({ ...details, eMail, phoneNumber })
    .where('id', '=', companyId)
    .execute();
  await proveOwnAddresses(context.db, context.user.id);
  return detailsOf(context.db, companyId);
}
