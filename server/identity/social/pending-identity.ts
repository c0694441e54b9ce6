// Stores the verified identity of a user whose existing account is not connected yet, until its password connects both.

import { transaction } from '#server/db/transaction.ts';
import { confirmAddress, isAddressVerified } from '#server/identity/person/confirm-address.ts';
import { consumeChallenge, storeChallenge } from '#server/identity/second-factor/challenge.ts';
import type { Context } from '#server/lib/context.ts';
import { newToken } from '#server/lib/session/session.ts';
import { readSocialCookie, setSocialCookie } from './social-cookie.ts';
import { connect, type Identity, type SocialAccount } from './social-identity.ts';

const purpose = 'social connect';

/**
 * Valid for five minutes in this browser only: in an address it could be sent to another person and connect their
 * account.
 */
export async function storePendingIdentity(context: Context, identity: Identity): Promise<void> {
  const value = newToken();
  await storeChallenge(context, { value, purpose, content: { ...identity } });
  setSocialCookie(context, value);
}

/**
 * Connects the account that the caller has just signed in to; returns the site, or undefined when nothing is pending.
 * An account with an unverified address is connected only with an identity of that very address, which proves it.
 */
export async function connectPendingIdentity(context: Context, account: SocialAccount): Promise<string | undefined> {
  const value = readSocialCookie(context);
  const challenge = value === undefined ? undefined : await consumeChallenge(context, value, purpose);
  // Written above as an Identity.
  const identity = challenge?.content as unknown as Identity | undefined;
  if (!identity) return undefined;
  const isProof = identity.eMailIsVerified && identity.eMail.toLowerCase() === account.logIn.toLowerCase();
  if (isProof) await transaction(context, (tx) => confirmAddress(tx, account));
  else if (!(await isAddressVerified(context.db, account.id))) return undefined;
  return (await connect(context, identity, account)) ? identity.provider : undefined;
}
