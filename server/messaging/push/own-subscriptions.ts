// The browsers that show the caller's notifications, and how one is removed.
import type { SignedIn } from '#server/lib/context.ts';
import { describeBrowser } from '#server/lib/http/describe-browser.ts';
import { notFound } from '#server/lib/refusal.ts';

export async function listSubscriptions({ database, user }: SignedIn) {
  const rows = await database.read
    .selectFrom('pushSubscriptions')
    .select(['id', 'tokenHash', 'userAgent', 'createdAt'])
    .where('userId', '=', user.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, tokenHash, userAgent, createdAt }) => ({
    id,
    mark: tokenHash.toString('base64url'),
    ...describeBrowser(userAgent),
    created: createdAt.toString(),
  }));
}

/** Throws 404 for a subscription of another person, or one that is removed already. */
export async function removeSubscription({ database, user }: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { numDeletedRows } = await database.write
    .deleteFrom('pushSubscriptions')
    .where('id', '=', id)
    .where('userId', '=', user.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  return undefined;
}
