// Sets the websites that may show the booking form of the company in a frame.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

/** Each once, in the given order. */
export async function setEmbedOrigins(
  context: SignedIn,
  { embedOrigins }: Parsed<typeof company.setEmbedOrigins>,
): Promise<CompanyDetails> {
  const { db, user } = context;
  const columns = { embedOrigins: [...new Set(embedOrigins)] };
  await db
    .updateTable('companies')
    .set(columns satisfies ColumnsOf<'companies', typeof columns>)
    .where('id', '=', user.companyId)
    .execute();
  return detailsOf(context, user.companyId);
}
