// Sets who confirms the requests of visitors, and when unused ones expire.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

/** Also for the requests that wait now. */
export async function setRequestRules(
  context: SignedIn,
  rules: Parsed<typeof company.setRequestRules>,
): Promise<CompanyDetails> {
  const { db, user } = context;
  await db
    .updateTable('companies')
    .set(rules satisfies ColumnsOf<'companies', typeof rules>)
    .where('id', '=', user.companyId)
    .execute();
  return detailsOf(context, user.companyId);
}
