// Replaces the tags of a customer.
import { folded } from '#contract/lib/folded.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** Of tags that differ in case or accents only, the last one counts. */
export async function setTags({ db, user }: SignedIn, contactId: string, given: readonly string[]): Promise<void> {
  const { companyId } = user;
  const tags = [...new Map(given.map((tag) => [folded(tag), tag])).values()];
  const present = await db
    .selectFrom('contactTags')
    .select('tag')
    .where('companyId', '=', companyId)
    .where('contactId', '=', contactId)
    .execute();
  const before = new Set(present.map(({ tag }) => tag));
  const removed = [...before].filter((tag) => !tags.includes(tag));
  const added = tags.filter((tag) => !before.has(tag));
  if (removed.length) {
    await db
      .deleteFrom('contactTags')
      .where('companyId', '=', companyId)
      .where('contactId', '=', contactId)
      .where('tag', 'in', removed)
      .execute();
  }
  if (added.length) {
    await db
      .insertInto('contactTags')
      .values(added.map((tag) => ({ companyId, contactId, tag })))
      .execute();
  }
}
