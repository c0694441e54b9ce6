// Links in account mails: a random token, stored as a hash, bound to a purpose and a person or company, expiring, valid
// once.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Context, ServiceContext } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { hashToken, newToken } from './session.ts';

export type LinkPurpose = 'verify' | 'recover' | 'invite' | 'company';

/** How long a link is valid (hours). */
const lifetimeHours: Record<LinkPurpose, number> = {
  verify: 7 * 24,
  recover: 1,
  invite: 7 * 24,
  company: 7 * 24,
};

export interface ActionLink {
  purpose: LinkPurpose;
  userId: string | null;
  companyId: string | null;
  eMail: string;
  expiresAt: Temporal.Instant;
}

/**
 * Creates a link for a person (`userId`), an invitation (`companyId` and `eMail`) or the address of a company, and
 * returns its token. An older link for the same purpose becomes invalid.
 */
export async function issueLink(
  context: ServiceContext,
  link:
    | { purpose: 'verify' | 'recover'; userId: string }
    | { purpose: 'invite' | 'company'; companyId: string; eMail: string },
): Promise<string> {
  const token = newToken();
  const now = context.clock.now();
  const previous = context.db.deleteFrom('actionLinks').where('purpose', '=', link.purpose);
  if ('userId' in link) await previous.where('userId', '=', link.userId).execute();
  else {
    const ofCompany = previous.where('companyId', '=', link.companyId);
    const sameAddress = ofCompany.where(sql`lower(e_mail)`, '=', link.eMail.toLowerCase());
    // A company has one address, but invites many.
    await (link.purpose === 'company' ? ofCompany : sameAddress).execute();
  }
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

/** Counts an attempt to read or follow a link, so that no visitor can guess tokens. Throws 429. */
export function throttleLinks(context: Context): Promise<void> {
  return throttle(context, { action: 'link address', subject: context.visitor.address, max: 60, minutes: 15 });
}

/** Returns a link without consuming it; undefined when it is used, expired or unknown. */
export async function findLink(
  context: ServiceContext,
  purposes: readonly LinkPurpose[],
  token: string,
): Promise<ActionLink | undefined> {
  const found = await linkQuery(context.db, context.clock.now(), token).executeTakeFirst();
  return purposes.find((purpose) => purpose === found?.purpose) && (found as ActionLink | undefined);
}

/** Consumes a link in the caller's transaction. Throws 404 when it is used, expired or unknown. */
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

/** Same answer for used, expired and unknown links. */
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
