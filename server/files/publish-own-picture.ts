// Makes a picture of one's own public, alone or in the place of a former one.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { hidePicture } from './hide-picture.ts';

/** 417 for what the caller has neither sent up nor shows already: a colleague's file is not his to make public. */
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
        // What he shows already, whoever put it there.
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

/** The same for the one picture of a place, where `put` writes it; `before` is hidden. Without an id there is none any more. */
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
