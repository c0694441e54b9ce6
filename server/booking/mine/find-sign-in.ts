// Finds the sign-in of a caller: that of the link in a mail, or that of the browser's cookie.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Context } from '#server/lib/context.ts';
import { invalidLink } from '#server/lib/session/action-link.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { addressHash, readSignInCookie, type VisitorSignIn } from './sign-in-cookie.ts';

export interface FoundSignIn extends VisitorSignIn {
  expiresAt: Temporal.Instant;
  /** By the cookie, not by a link. */
  isSignedIn: boolean;
}

/** Returns undefined for a browser that is not signed in. Throws 404 for a link that is used, expired or unknown. */
export async function findSignIn(context: Context, actionHash: string | undefined): Promise<FoundSignIn | undefined> {
  if (actionHash === undefined) return findByCookie(context);
  const found = await findByLink(context.db, actionHash, context.clock.now());
  if (!found) throw invalidLink();
  return { ...found, isSignedIn: false };
}

/** Throws 404 without a sign-in. */
export async function requireSignIn(context: Context, actionHash?: string): Promise<FoundSignIn> {
  const found = await findSignIn(context, actionHash);
  if (!found) throw invalidLink();
  return found;
}

/** Returns undefined for a link that is used, expired or unknown. */
export async function findByLink(
  db: Db,
  token: string,
  now: Temporal.Instant,
): Promise<Omit<FoundSignIn, 'isSignedIn'> | undefined> {
  return await db
    .selectFrom('visitorSignIns')
    .select(['id', 'eMail', 'expiresAt'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<Temporal.Instant>`${now}`)
    .executeTakeFirst();
}

async function findByCookie(context: Context): Promise<FoundSignIn | undefined> {
  const stated = await readSignInCookie(context);
  if (!stated) return undefined;
  const found = await context.db
    .selectFrom('visitorSignIns')
    .select('expiresAt')
    .where('id', '=', stated.id)
    .where('addressHash', '=', addressHash(stated.eMail))
    .where('tokenHash', 'is', null)
    .where('expiresAt', '>', sql<Temporal.Instant>`${context.clock.now()}`)
    .executeTakeFirst();
  return found && { ...stated, ...found, isSignedIn: true };
}
