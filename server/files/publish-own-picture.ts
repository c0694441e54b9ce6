// Makes a caller's own picture public, alone or in place of a previous one.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { hidePicture } from './hide-picture.ts';

/**
 * Throws 417 for a picture that the caller neither uploaded nor already shows: a colleague's file is not theirs to
 * publish.
 */
export async function publishOwnPicture({ db, user }: SignedIn, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ isPublic: true })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('mimeType', 'like', 'image/%')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('uploadedBy', '=', user.id),
        // Pictures that the caller already shows, regardless of who uploaded them.
        exists(
          selectFrom('employees as e')
            .select('e.userId')
            .whereRef('e.pictureId', '=', 'files.id')
            .whereRef('e.companyId', '=', 'files.companyId')
            .where('e.userId', '=', user.id),
        ),
        exists(
          selectFrom('profilePictures as p')
            .select('p.fileId')
            .whereRef('p.fileId', '=', 'files.id')
            .whereRef('p.companyId', '=', 'files.companyId')
            .where('p.userId', '=', user.id),
        ),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw invalid('Id', 'myAccount.noSuchPicture');
}

/**
 * Publishes the one picture of a place, which `put` writes, and hides `before`. Without an id the place becomes empty.
 */
export async function replaceOwnPicture(
  context: SignedIn,
  { before, id }: { before: string | null; id: string | null },
  put: (id: string | null) => Promise<unknown>,
): Promise<void> {
  if (before === id) return;
  if (id) await publishOwnPicture(context, id);
  await put(id);
  if (before) await hidePicture(context, before);
}
