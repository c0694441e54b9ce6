// Adds and removes the passkeys (WebAuthn) of an account.
import { randomUUIDv7 } from 'node:crypto';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { transaction } from '#server/db/transaction.ts';
import { reauthenticate } from '#server/identity/passwords/reauthenticate.ts';
import { assertAddressVerified } from '#server/identity/person/confirm-address.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { personNameOf } from '#server/lib/sql/person-name.ts';
import { assertSignInMethodRemains } from './assert-sign-in-method-remains.ts';
import { consumeChallenge, storeChallenge } from './challenge.ts';
import { challengeIn, loadWebAuthn, passkeyRefused, relyingParty, type WebAuthnJson } from './check-passkey.ts';

const maxPasskeys = 20;

/** Throws 417 for a wrong password, and while the address is not verified. */
export async function startPasskey(context: SignedIn, { password }: { password?: string | undefined }) {
  const { user } = context;
  await assertAddressVerified(context, 'Name');
  await reauthenticate(context, password);
  const existing = await context.db
    .selectFrom('passkeys')
    .select('credentialId')
    .where('userId', '=', user.id)
    .execute();
  if (existing.length >= maxPasskeys) throw invalid('Name', 'user.tooManyPasskeys');
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Daybook',
    rpID: relyingParty(context),
    userName: user.logIn,
    userDisplayName: personNameOf(user) || user.logIn,
    userID: new Uint8Array(Buffer.from(user.id)),
    attestationType: 'none',
    // Discoverable, with user verification (finger, face or PIN): replaces login, password and second factor.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
  });
  await storeChallenge(context, { value: options.challenge, purpose: 'add passkey', userId: user.id });
  return { options: { ...options } as WebAuthnJson };
}

/** Throws 417 for a response that does not match the caller's last challenge. */
export async function addPasskey(
  context: SignedIn,
  input: { name: string; response: WebAuthnJson },
): Promise<undefined> {
  const { user } = context;
  await assertAddressVerified(context, 'Name');
  const challenge = await consumeChallenge(context, challengeIn(input.response), 'add passkey');
  if (challenge?.userId !== user.id) throw passkeyRefused();
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    // The library validates every part.
    response: input.response as unknown as RegistrationResponseJSON,
    expectedChallenge: challengeIn(input.response),
    expectedOrigin: context.publicUrl,
    expectedRPID: relyingParty(context),
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw passkeyRefused();
  const { id, publicKey, counter } = registrationInfo.credential;
  await transaction(context, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('passkeys')
      .values({
        id: randomUUIDv7(),
        userId: user.id,
        credentialId: Buffer.from(id, 'base64url'),
        publicKey: Buffer.from(publicKey),
        counter,
        name: input.name,
        createdAt: context.clock.now(),
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw passkeyRefused();
    await audit(tx, 'Added a passkey');
  });
}

/** Throws 417 for a wrong password and for the last sign-in method, 404 for a passkey of another person. */
export async function removePasskey(
  context: SignedIn,
  { id, password }: { id: string; password?: string | undefined },
): Promise<undefined> {
  await reauthenticate(context, password);
  await transaction(context, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', context.user.id)
      .executeTakeFirst();
    if (!numDeletedRows) throw notFound();
    await assertSignInMethodRemains(tx, 'Id');
    await audit(tx, 'Removed a passkey');
  });
}
