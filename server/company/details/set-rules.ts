// Sets rules of a company: each of these calls writes its fields as they are.
import type { CompanyDetails } from '#contract/company/details.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

/** The new rules hold at once, also for requests of visitors that wait and entries in outside calendars. */
export async function setRules<Rules extends object>(
  context: SignedIn,
  rules: Rules & ColumnsOf<'companies', Rules>,
): Promise<CompanyDetails> {
  const { db, user } = context;
  await db.updateTable('companies').set(rules).where('id', '=', user.companyId).execute();
  return detailsOf(context, user.companyId);
}
