// Requests a passkey from a browser, and verifies its response.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { consumeChallenge, storeChallenge } from './challenge.ts';

/** The JSON form of WebAuthn data. */
export type WebAuthnJson = Record<string, unknown>;

type Purpose = 'sign in by passkey' | 'unlock by passkey';

export const relyingParty = (context: Context) => new URL(context.publicUrl).hostname;

/** The library, loaded on first use: with its parsers of certificates it takes 20 MB. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/**
 * Returns the options for the browser, valid once, for five minutes. With `userId`, only that person's passkeys are
 * accepted.
 */
export async function passkeyOptions(context: Context, purpose: Purpose, userId?: string) {
  const own = userId
    ? await context.db.selectFrom('passkeys').select('credentialId').where('userId', '=', userId).execute()
    : [];
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context),
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
  });
  await storeChallenge(context, { value: options.challenge, purpose, userId });
  return { options: { ...options } as WebAuthnJson };
}

/**
 * Returns the owner of the passkey. Same answer, 417, for an unknown passkey, another person's, a wrong signature and a
 * used challenge; `refuse` is called, for the audit, when the owner is known.
 */
export async function checkPasskey(
  context: Context,
  response: WebAuthnJson,
  expected: { purpose: Purpose; userId?: string; refuse: (owner: { userId: string; logIn: string }) => Promise<void> },
): Promise<{ userId: string; logIn: string }> {
  const expectedChallenge = challengeIn(response);
  const challenge = await consumeChallenge(context, expectedChallenge, expected.purpose);
  const passkey = await context.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.id', 'userId', 'logIn', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', Buffer.from(String(response.id), 'base64url'))
    .executeTakeFirst();
  if (!challenge || !passkey || challenge.userId !== (expected.userId ?? null)) throw passkeyRefused();
  const owner = { userId: passkey.userId, logIn: passkey.logIn };
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // The library validates every part.
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: context.publicUrl,
    expectedRPID: relyingParty(context),
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  const isTheRightOne = expected.userId === undefined || expected.userId === passkey.userId;
  if (!verified || !authenticationInfo || !isTheRightOne) {
    await expected.refuse(owner);
    throw passkeyRefused();
  }
  await context.database.write
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, usedAt: context.clock.now() })
    .where('id', '=', passkey.id)
    .execute();
  return owner;
}

export const passkeyRefused = () => invalid('Response', 'user.passkeyRefused');

/** The challenge that the browser claims to answer; the signed one is compared with it. */
export function challengeIn(response: WebAuthnJson): string {
  try {
    const { clientDataJSON } = response.response as { clientDataJSON: string };
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return String(challenge);
  } catch {
    throw passkeyRefused();
  }
}
