// Updates the name and contact details of a company.
import type { z } from 'zod';
import { type CompanyDetails, type company, companyDetails, companyFields } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { updateOnlyLocation } from '#server/company/locations/only-location.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { assertNoWebAddress } from '#server/identity/sign-up/company-name.ts';
import { proveOwnAddresses } from '#server/identity/sign-up/prove-own-addresses.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { completeUpdate } from '#server/lib/http/complete-update.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { detailsOf, lockCompany } from './store.ts';

/**
 * A new address is unverified until its link is used, unless it is the caller's own verified one. Throws 409 with the
 * current details (`Row`) when `version` is not the current one, 417 for a web address as the name of a company that
 * has not proved its address.
 */
export async function updateCompany(
  context: SignedIn,
  { version, ...given }: Parsed<typeof company.update>,
): Promise<CompanyDetails> {
  const { companyId } = context.user;
  const now = await lockCompany(context.db, companyId);
  const present = await detailsOf(context, companyId);
  if (version !== undefined && version !== now) {
    throw new Refusal(409, 'grid.changed', { details: { Row: toWire(companyDetails, present) } });
  }
  const fields = completeUpdate<z.output<typeof companyFields>>(companyFields.shape, given, present);
  const { eMail = '', phoneNumber = '', ...details } = fields;
  await context.db
    .updateTable('companies')
    .set({ ...details, eMail, phoneNumber } satisfies ColumnsOf<'companies', z.output<typeof companyFields>>)
    .where('id', '=', companyId)
    .execute();
  await updateOnlyLocation(context, present, details);
  await proveOwnAddresses(context.db, context.user.id);
  const updated = await detailsOf(context, companyId);
  if (updated.name !== present.name && !updated.isEMailVerified) assertNoWebAddress('Name', updated.name);
  return updated;
}
