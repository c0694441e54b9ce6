// Sets an uploaded picture as the logo of the company.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { replaceOwnPicture } from '#server/files/publish-own-picture.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { detailsOf } from './store.ts';

/** Makes the picture public; without an id, removes the logo. Throws 417 for a picture that is not the caller's own. */
export async function setLogo(context: SignedIn, { id }: Parsed<typeof company.setLogo>): Promise<CompanyDetails> {
  const { db, user } = context;
  const { logoId: before } = await db
    .selectFrom('companies')
    .select('logoId')
    .where('id', '=', user.companyId)
    // The lock makes concurrent changes each hide the previous logo.
    .forUpdate()
    .executeTakeFirstOrThrow();
  await replaceOwnPicture(context, { before, id }, (logoId) =>
    db.updateTable('companies').set({ logoId }).where('id', '=', user.companyId).execute(),
  );
  return detailsOf(context, user.companyId);
}
