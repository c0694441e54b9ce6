// Sets the caller's own picture, and adds and removes pictures of their profile.
import { hidePicture } from '#server/files/hide-picture.ts';
import { publishOwnPicture, replaceOwnPicture } from '#server/files/publish-own-picture.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { profilePictures } from './store.ts';

const maxPictures = 12;

/** The current picture's id. */
export async function currentPicture(context: SignedIn): Promise<{ id: string | null }> {
  const row = await pictureOf(context, context.user.id).executeTakeFirst();
  return { id: row?.pictureId ?? null };
}

function pictureOf({ db, user }: SignedIn, userId: string) {
  return db
    .selectFrom('employees')
    .select('pictureId')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', userId);
}

/**
 * Makes a picture that the caller uploaded their own and public; without an id, removes it. Throws 417 for any other
 * picture.
 */
export async function setPicture(
  context: SignedIn,
  { id }: { id?: string | undefined },
): Promise<{ id: string | null }> {
  await setPictureOf(context, context.user.id, id);
  return { id: id ?? null };
}

/**
 * Does the same for an employee of the company, with a picture that the caller uploaded or shows. Throws 404 for anyone
 * else.
 */
export async function setPictureOf(context: SignedIn, userId: string, id: string | undefined): Promise<void> {
  const { db, user } = context;
  // The lock makes concurrent changes each hide the previous picture.
  const row = await pictureOf(context, userId).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  await replaceOwnPicture(context, { before: row.pictureId, id: id ?? null }, (pictureId) =>
    db
      .updateTable('employees')
      .set({ pictureId })
      .where('companyId', '=', user.companyId)
      .where('userId', '=', userId)
      .execute(),
  );
}

/** Throws 417 for a picture that is not the caller's, and beyond the maximum number. */
export async function addProfilePicture(context: SignedIn, { id }: { id: string }): Promise<string[]> {
  const { db, user } = context;
  const pictures = await profilePictures(context);
  if (pictures.includes(id)) return pictures;
  if (pictures.length >= maxPictures) throw invalid('Id', 'myAccount.tooManyPictures', { maximum: maxPictures });
  await publishOwnPicture(context, id);
  await db
    .insertInto('profilePictures')
    .values({ companyId: user.companyId, userId: user.id, fileId: id, position: await nextPosition(context) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return profilePictures(context);
}

/** Throws 404 for a picture that the caller's profile does not show. */
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
