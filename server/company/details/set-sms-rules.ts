// Sets whether customers are reminded by SMS, and the countries whose numbers receive SMS.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

export async function setSmsRules(
  context: SignedIn,
  rules: Parsed<typeof company.setSmsRules>,
): Promise<CompanyDetails> {
  const { db, user } = context;
  await db
    .updateTable('companies')
    .set({ ...rules, smsCountries: [...new Set(rules.smsCountries)].toSorted() } satisfies ColumnsOf<
      'companies',
      typeof rules
    >)
    .where('id', '=', user.companyId)
    .execute();
  return detailsOf(context, user.companyId);
}
