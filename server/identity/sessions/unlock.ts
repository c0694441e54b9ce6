// The lock screen: its user, and unlocking.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { transaction } from '#server/db/transaction.ts';
import { verifyPassword } from '#server/identity/passwords/password.ts';
import { accountLimit, addressLimit } from '#server/identity/passwords/sign-in-limits.ts';
import { currentUserOf } from '#server/identity/person/read-person.ts';
import { checkPasskey, passkeyOptions, type WebAuthnJson } from '#server/identity/second-factor/check-passkey.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle, unthrottle } from '#server/lib/http/throttle.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { renewSession } from '#server/lib/session/session.ts';

/** While impersonating, the impersonator's own account unlocks the session. */
const accountToProve = ({ user }: SignedIn) => user.impersonator ?? user;

export async function readLock(context: SignedIn) {
  const { id, logIn } = accountToProve(context);
  const { passwordHash, firstName } = await accountOf(context, id);
  const passkey = await context.db.selectFrom('passkeys').select('id').where('userId', '=', id).executeTakeFirst();
  const ways = { hasPassword: passwordHash !== null, hasPasskey: passkey !== undefined };
  return { isLocked: context.user.locked, logIn, firstName, ...ways };
}

/**
 * Unlocks the caller's session with a password and gives it a new token. A second factor is not required again. Throws
 * 417 for a wrong password, 429 after too many attempts, counted together with those of signing in.
 */
export async function unlock(context: SignedIn, { password }: { password: string }): Promise<CurrentUserAnswer> {
  const { id, logIn } = accountToProve(context);
  const account = await accountLimit(context, logIn);
  await throttle(context, addressLimit(context), account);
  const { passwordHash } = await accountOf(context, id);
  if (!(await verifyPassword(password, passwordHash))) {
    await audit({ ...context, db: context.database.write }, 'Unlocking refused');
    throw invalid('Password', 'user.notYourPassword');
  }
  await unthrottle(context, account);
  return openSession(context);
}

export async function startPasskeyUnlock(context: SignedIn) {
  await throttle(context, addressLimit(context));
  return passkeyOptions(context, 'unlock by passkey', accountToProve(context).id);
}

/** Does the same with a passkey. Throws 417 for another person's, too. */
export async function unlockWithPasskey(
  context: SignedIn,
  { response }: { response: WebAuthnJson },
): Promise<CurrentUserAnswer> {
  await throttle(context, addressLimit(context));
  await checkPasskey(context, response, {
    purpose: 'unlock by passkey',
    userId: accountToProve(context).id,
    refuse: () => audit({ ...context, db: context.database.write }, 'Unlocking refused'),
  });
  return openSession(context);
}

/** Unlocks the session of an authenticated caller. */
async function openSession(context: SignedIn): Promise<CurrentUserAnswer> {
  const { user } = context;
  await transaction(context, async (tx) => {
    await tx.db
      .updateTable('sessions')
      .set({ lockedAt: null, activeAt: context.clock.now() })
      .where('id', '=', user.sessionId)
      .execute();
    await renewSession(tx);
    await audit(tx, 'Unlocked');
  });
  const { id: userId, companyId, locationId, impersonator } = user;
  const member = { userId, companyId, locationId, impersonatorName: impersonator?.logIn };
  const answer = await currentUserOf(context, member);
  // Removed from the company between two statements of this call.
  if (!answer) throw new Refusal(410, 'error.noSession');
  return answer;
}

function accountOf(context: SignedIn, id: string) {
  return context.db
    .selectFrom('users')
    .select(['passwordHash', 'firstName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
