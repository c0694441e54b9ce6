// Makes a banner's picture public and moves it to the installation.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/** Throws 417 for a file that belongs neither to the installation nor to the operator's company. */
export async function publishPicture({ db, user }: SignedIn, fileId: string): Promise<void> {
  const published = await db
    .updateTable('files')
    .set({ isPublic: true, companyId: null })
    .where('id', '=', fileId)
    .where('mimeType', 'like', 'image/%')
    .where((row) => row.or([row('companyId', 'is', null), row('companyId', '=', user.companyId)]))
    .returning('id')
    .executeTakeFirst();
  if (!published) throw invalid('FileUploads_Id', 'field.invalid');
}
