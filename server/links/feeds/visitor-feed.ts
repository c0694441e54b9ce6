// The feeds that customers create by the link of a mail: of one appointment, or of all with the company.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Output, Parsed } from '#contract/lib/service.ts';
import type { visitorFeeds } from '#contract/links/feeds.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { throttleLinks } from '#server/lib/session/action-link.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { feedUrl, tokenByLink } from './feed-token.ts';
import { ownerHashOfVisit } from './owner-hash.ts';

interface Linked {
  companyId: string;
  visitId: string;
  contactId: string | null;
  ownerHash: Buffer;
  /** The link went to the present address of the customer. */
  hasAll: boolean;
}

/** Returns the address of the feed, which the first call creates. Throws 404 for an unknown or revoked link. */
export async function getVisitorFeed(
  context: Context,
  { actionHash, scope }: Parsed<typeof visitorFeeds.getFeed>,
): Promise<Output<typeof visitorFeeds.getFeed>> {
  await throttleLinks(context);
  return transaction(context, async ({ db, clock }) => {
    const linked = await findLinked(db, actionHash);
    if (!linked || (scope === 'customer' && !linked.hasAll)) throw notFound();
    const { companyId, visitId, contactId, ownerHash, hasAll } = linked;
    const id = randomUUIDv7();
    const made = await db
      .insertInto('feeds')
      .values({
        ...{ companyId, id, kind: scope, detail: 'service', ownerHash, createdAt: clock.now() },
        ...(scope === 'visit' ? { visitId } : { contactId }),
        linkHash: hashToken(actionHash),
        tokenHash: hashToken(tokenByLink(actionHash, id)),
      })
      // After a merge, the customer of the link is another contact.
      .onConflict((conflict) =>
        conflict.columns(['companyId', 'linkHash', 'kind']).doUpdateSet(({ ref }) => ({
          contactId: ref('excluded.contactId'),
          ownerHash: ref('excluded.ownerHash'),
        })),
      )
      .returning(['id', 'lastReadAt'])
      .executeTakeFirstOrThrow();
    const address = feedUrl(context, tokenByLink(actionHash, made.id));
    return { address, lastReadAt: made.lastReadAt?.toString() ?? null, hasAll };
  });
}

/** Deletes the feed that this link has created. Throws 404 for an unknown or revoked link. */
export async function deleteVisitorFeed(
  context: Context,
  { actionHash, scope }: Parsed<typeof visitorFeeds.deleteFeed>,
): Promise<undefined> {
  await throttleLinks(context);
  const linked = await findLinked(context.db, actionHash);
  if (!linked) throw notFound();
  await context.db
    .deleteFrom('feeds')
    .where('companyId', '=', linked.companyId)
    .where('linkHash', '=', hashToken(actionHash))
    .where('kind', '=', scope)
    .execute();
}

async function findLinked(db: Db, actionHash: string): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`
    select v.company_id, v.id as visit_id, v.contact_id, ${ownerHashOfVisit} as owner_hash,
      v.contact_id is not null and a.e_mail <> '' and lower(a.e_mail) = lower(v.e_mail) as has_all
    from action_links a join visits v on v.company_id = a.company_id and v.id = a.visit_id
    where a.token_hash = ${hashToken(actionHash)} and a.purpose = 'appointment' and not a.is_revoked`.execute(db);
  return rows[0];
}
