// Sets up and removes the authenticator app of an account, and renews its recovery codes.
import { randomBytes } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import { reauthenticate } from '#server/identity/passwords/reauthenticate.ts';
import { assertAddressVerified } from '#server/identity/person/confirm-address.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { invalid } from '#server/lib/refusal.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';
import { endSessionsOf, renewSession } from '#server/lib/session/session.ts';
import { consumeCode, hashRecoveryCode, secretPurpose } from './check-code.ts';

const recoveryCodes = 10;

/** The factors of the caller's account; `isRequired` when the installation requires a second one of them. */
export async function readSecondFactor(context: SignedIn) {
  const { user, db, config } = context;
  const account = await db
    .selectFrom('users')
    .leftJoin('secondFactors', (join) =>
      join.onRef('secondFactors.userId', '=', 'users.id').on('secondFactors.confirmedAt', 'is not', null),
    )
    .select((users) => [
      'passwordHash',
      'eMailVerifiedAt',
      'secondFactors.confirmedAt',
      users
        .selectFrom('recoveryCodes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .whereRef('recoveryCodes.userId', '=', 'users.id')
        .where('usedAt', 'is', null)
        .as('left'),
    ])
    .where('users.id', '=', user.id)
    .executeTakeFirstOrThrow();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'usedAt'])
    .where('userId', '=', user.id)
    .orderBy('createdAt')
    .execute();
  return {
    isOn: account.confirmedAt !== null,
    recoveryCodesLeft: account.left ?? 0,
    isRequired: config.requireSecondFactorForSys && user.actions.includes('sys'),
    hasPassword: account.passwordHash !== null,
    isEMailVerified: account.eMailVerifiedAt !== null,
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created: createdAt.toString(),
      lastUsed: usedAt?.toString() ?? null,
    })),
  };
}

/**
 * Creates a new secret, inactive until a code confirms it. Throws 417 when a second factor is on already, and while the
 * address is not verified.
 */
export async function startSecondFactor(context: SignedIn, { password }: { password?: string | undefined }) {
  const { user, config } = context;
  await assertAddressVerified(context, 'Password');
  await reauthenticate(context, password);
  const { generateSecret, generateURI } = await import('otplib');
  const secret = generateSecret();
  const sealed = {
    secret: sealSecret(config, secretPurpose(user.id), secret),
    lastStep: 0,
    createdAt: context.clock.now(),
  };
  const { numInsertedOrUpdatedRows } = await context.database.write
    .insertInto('secondFactors')
    .values({ userId: user.id, ...sealed })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(sealed).where('secondFactors.confirmedAt', 'is', null),
    )
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw invalid('Password', 'user.secondFactorIsOn');
  const issuer = new URL(context.publicUrl).hostname;
  return { secret, uri: generateURI({ issuer: `Daybook ${issuer}`, label: user.logIn, secret }) };
}

/** Turns the factor on, ends other sessions, which were started without it, and returns the recovery codes. */
export async function confirmSecondFactor(context: SignedIn, { code }: { code: string }) {
  const { user } = context;
  await assertAddressVerified(context, 'Code');
  await countTry(context);
  await consumeCode(context, user.id, code, true);
  return transaction(context, async (tx) => {
    const now = context.clock.now();
    await tx.db.updateTable('secondFactors').set({ confirmedAt: now }).where('userId', '=', user.id).execute();
    await endSessionsOf(tx, user.id, user.sessionId);
    await renewSession(tx);
    await audit(tx, 'Turned the second factor on');
    return { recoveryCodes: await makeRecoveryCodes(tx) };
  });
}

export async function renewRecoveryCodes(context: SignedIn, { code }: { code: string }) {
  await countTry(context);
  await consumeCode(context, context.user.id, code);
  return transaction(context, async (tx) => {
    await audit(tx, 'Made new recovery codes');
    return { recoveryCodes: await makeRecoveryCodes(tx) };
  });
}

export async function removeSecondFactor(context: SignedIn, { code }: { code: string }): Promise<undefined> {
  const { user } = context;
  await countTry(context);
  await consumeCode(context, user.id, code);
  await transaction(context, async (tx) => {
    await tx.db.deleteFrom('secondFactors').where('userId', '=', user.id).execute();
    await tx.db.deleteFrom('recoveryCodes').where('userId', '=', user.id).execute();
    await renewSession(tx);
    await audit(tx, 'Turned the second factor off');
  });
}

function countTry(context: SignedIn): Promise<void> {
  return throttle(context, { action: 'second factor', subject: context.user.id, max: 10, minutes: 15 });
}

/** Replaces all codes of the caller; only their hashes are stored. */
async function makeRecoveryCodes(context: SignedIn): Promise<string[]> {
  const userId = context.user.id;
  const codes = Array.from({ length: recoveryCodes }, newCode);
  await context.db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await context.db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code.replaceAll('-', '')) })))
    .execute();
  return codes;
}

/**
 * Without ambiguous characters; a recovery code has twelve characters, so it is never mistaken for the app's six
 * digits.
 */
const alphabet = 'abcdefghjkmnpqrstuvwxyz234567892';

/** `k3fm-9x2p-qw7r`: sixty bits. */
function newCode(): string {
  const letters = [...randomBytes(12)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
