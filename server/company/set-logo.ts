// Makes an uploaded picture the logo of the company.
import type { CompanyDetails, company } from '#contract/company.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { hidePicture } from '#server/files/hide-picture.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { detailsOf } from './store.ts';

/** It becomes public. 417 for a picture that the caller has not sent up himself; without an id there is none any more. */
export async function setLogo(context: SignedIn, { id }: Parsed<typeof company.setLogo>): Promise<CompanyDetails> {
  const { db, user } = context;
  const { logoId: before } = await detailsOf(db, user.companyId);
  if (before !== id) {
    if (id) await publish(context, id);
    await db.updateTable('companies').set({ logoId: id }).where('id', '=', user.companyId).execute();
    if (before) await hidePicture(context, before);
  }
  return detailsOf(db, user.companyId);
}

async function publish({ db, user }: SignedIn, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ isPublic: true })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('mimeType', 'like', 'image/%')
    .where('uploadedBy', '=', user.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw invalid('Id', 'myAccount.noSuchPicture');
}
