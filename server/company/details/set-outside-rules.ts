// Sets how much of an appointment employees may write into their other calendars.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

/** Entries are written again, with less or with as much as their person has chosen. */
export async function setOutsideRules(
  context: SignedIn,
  rules: Parsed<typeof company.setOutsideRules>,
): Promise<CompanyDetails> {
  const { db, user } = context;
  await db
    .updateTable('companies')
    .set(rules satisfies ColumnsOf<'companies', typeof rules>)
    .where('id', '=', user.companyId)
    .execute();
  return detailsOf(context, user.companyId);
}
