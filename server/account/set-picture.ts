// Makes an uploaded picture a person's own, and the pictures of the profile.
import { hidePicture } from '#server/files/hide-picture.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { profilePictures } from './store.ts';

const mostPictures = 12;

/** The present picture's id. */
export async function currentPicture({ db, user }: SignedIn): Promise<{ id: string | null }> {
  const row = await db
    .selectFrom('employees')
    .select('pictureId')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .executeTakeFirst();
  return { id: row?.pictureId ?? null };
}

/** A picture the person has sent up becomes his own and public. 417 for any other; without an id there is none any more. */
export async function setPicture(
  context: SignedIn,
  { id }: { id?: string | undefined },
): Promise<{ id: string | null }> {
  const { db, user } = context;
  if (id) await publish(context, id);
  const { id: before } = await currentPicture(context);
  await db
    .updateTable('employees')
    .set({ pictureId: id ?? null })
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .execute();
  if (before && before !== id) await hidePicture(context, before);
  return { id: id ?? null };
}

/** 417 for a picture that is not the person's, and for one too many. */
export async function addProfilePicture(context: SignedIn, { id }: { id: string }): Promise<string[]> {
  const { db, user } = context;
  const shown = await profilePictures(context);
  if (shown.includes(id)) return shown;
  if (shown.length >= mostPictures) throw invalid('Id', 'myAccount.tooManyPictures', { maximum: mostPictures });
  await publish(context, id);
  await db
    .insertInto('profilePictures')
    .values({ companyId: user.companyId, userId: user.id, fileId: id, position: await nextPosition(context) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return profilePictures(context);
}

/** 404 for a picture that the person's profile does not show. */
export async function removeProfilePicture(context: SignedIn, { id }: { id: string }): Promise<string[]> {
  const { db, user } = context;
  const { numDeletedRows } = await db
    .deleteFrom('profilePictures')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .where('fileId', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  await hidePicture(context, id);
  return profilePictures(context);
}

async function nextPosition({ db, user }: SignedIn): Promise<number> {
  const last = await db
    .selectFrom('profilePictures')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .executeTakeFirst();
  return (last?.position ?? 0) + 1;
}

/** Only what the person himself has sent up: a colleague's file is not his to make public. */
async function publish({ db, user }: SignedIn, id: string): Promise<void> {
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
