// Sets whether the staff of a company record the payments of visits.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

export async function setPaymentRules(
  context: SignedIn,
  rules: Parsed<typeof company.setPaymentRules>,
): Promise<CompanyDetails> {
  const { db, user } = context;
  await db
    .updateTable('companies')
    .set(rules satisfies ColumnsOf<'companies', typeof rules>)
    .where('id', '=', user.companyId)
    .execute();
  return detailsOf(context, user.companyId);
}
