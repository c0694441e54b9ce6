// Changes how a company is called and how it is reached.
import type { CompanyDetails, company } from '#contract/company.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

export async function updateCompany(
  context: SignedIn,
  { eMail = '', phoneNumber = '', ...details }: Parsed<typeof company.update>,
): Promise<CompanyDetails> {
  const { companyId } = context.user;
  await context.db
    .updateTable('companies')
    .set({ ...details, eMail, phoneNumber })
    .where('id', '=', companyId)
    .execute();
  return detailsOf(context.db, companyId);
}
