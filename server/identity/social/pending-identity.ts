// Somebody for whom another site has vouched and who has an account here that is not connected with it: his password connects both.

import { consumeChallenge, storeChallenge } from '#server/identity/second-factor/challenge.ts';
import type { Context } from '#server/lib/context.ts';
import { newToken } from '#server/lib/session/session.ts';
import { readSocialCookie, setSocialCookie } from './social-cookie.ts';
import { type Account, connect, type Identity } from './social-identity.ts';

const purpose = 'social connect';

/** For five minutes and this browser only: an address with it could be sent to somebody else, whose account it would then open. */
export async function storePendingIdentity(context: Context, identity: Identity): Promise<void> {
  const value = newToken();
  await storeChallenge(context, { value, purpose, content: { ...identity } });
  setSocialCookie(context, value);
}

/** For whoever has just proved that the account is his; answers the site, or undefined when there is nothing to connect. */
export async function connectPendingIdentity(context: Context, account: Account): Promise<string | undefined> {
  const value = readSocialCookie(context);
  const challenge = value === undefined ? undefined : await consumeChallenge(context, value, purpose);
  // We wrote it as one.
  const identity = challenge?.content as unknown as Identity | undefined;
  return identity && (await connect(context, identity, account)) ? identity.provider : undefined;
}
