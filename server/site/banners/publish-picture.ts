// A banner's picture belongs to the installation and is for everybody.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/** Throws 417 for a file that is neither the installation's nor of the operator's own company. */
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
