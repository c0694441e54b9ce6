// Links in mails about accounts: a random token, kept hashed, bound to a purpose and a person, expiring, and good for one use.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { hashToken, newToken } from './session.ts';

export type LinkPurpose = 'verify' | 'recover' | 'invite';

/** Hours for which a link works. */
const lifetimeHours: Record<LinkPurpose, number> = { verify: 7 * 24, recover: 1, invite: 7 * 24 };

export interface ActionLink {
  purpose: LinkPurpose;
  userId: string | null;
  companyId: string | null;
  eMail: string;
  expiresAt: Temporal.Instant;
}

/** Makes a link for a person (`userId`) or an invitation (`companyId` and `eMail`) and answers its token; an older one of the same kind ends. */
export async function issueLink(
  context: ServiceContext,
  link: { purpose: 'verify' | 'recover'; userId: string } | { purpose: 'invite'; companyId: string; eMail: string },
): Promise<string> {
  const token = newToken();
  const now = context.clock.now();
  const previous = context.db.deleteFrom('actionLinks').where('purpose', '=', link.purpose);
  if (link.purpose === 'invite') {
    await previous
      .where('companyId', '=', link.companyId)
      .where(sql`lower(e_mail)`, '=', link.eMail.toLowerCase())
      .execute();
  } else await previous.where('userId', '=', link.userId).execute();
  await context.db
    .insertInto('actionLinks')
    .values({
      ...link,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: now.add({ hours: lifetimeHours[link.purpose] }),
    })
    .execute();
  return token;
}

/** What a link is for, without using it; undefined when it was used, is too old, or never was. */
export async function findLink(
  context: ServiceContext,
  purposes: readonly LinkPurpose[],
  token: string,
): Promise<ActionLink | undefined> {
  const found = await linkQuery(context.db, context.clock.now(), token).executeTakeFirst();
  return purposes.find((purpose) => purpose === found?.purpose) && (found as ActionLink | undefined);
}

/** Uses a link up, in the caller's transaction; 404 with words of its own when somebody was faster or it is too old. */
export async function consumeLink(context: ServiceContext, purpose: LinkPurpose, token: string): Promise<ActionLink> {
  const consumed = await context.db
    .deleteFrom('actionLinks')
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Temporal.Instant>`${context.clock.now()}`)
    .returning(['userId', 'companyId', 'eMail', 'expiresAt'])
    .executeTakeFirst();
  if (!consumed) throw invalidLink();
  return { purpose, ...consumed };
}

/** Said of a link that was used, is too old, or never was: which of them, is nobody's business. */
export function invalidLink(): Refusal {
  return new Refusal(404, 'account.linkGone');
}

function linkQuery(db: Db, now: Temporal.Instant, token: string) {
  return db
    .selectFrom('actionLinks')
    .select(['purpose', 'userId', 'companyId', 'eMail', 'expiresAt'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<Temporal.Instant>`${now}`);
}
