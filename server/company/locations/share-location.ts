// Keeps the address of a location's page as it was shared.
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** From now on the name in the address does not follow that of the location. Throws 404 for an unknown location. */
export async function shareLocation({ db, user }: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { numUpdatedRows } = await db
    .updateTable('locations')
    .set({ isUrlNameKept: true })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
  return undefined;
}
