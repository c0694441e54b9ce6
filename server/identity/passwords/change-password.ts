// Changes the password of the signed-in user.
import { transaction } from '#server/db/transaction.ts';
import { accountOf, findCredentials } from '#server/identity/person/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { invalid } from '#server/lib/refusal.ts';
import { endSessionsOf, renewSession } from '#server/lib/session/session.ts';
import { checkPasswordStrength } from './check-password-strength.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { hasJustSignedIn } from './reauthenticate.ts';
import { notifyPasswordChanged } from './recover.ts';

/**
 * Ends all other sessions and gives this one a new token. Throws 417 for a wrong current password or a common new one.
 */
export async function changePassword(
  context: SignedIn,
  input: { password: string; currentPassword?: string | undefined },
): Promise<undefined> {
  const { user } = context;
  await throttle(context, { action: 'change password', subject: user.id, max: 10, minutes: 15 });
  await assertOwnPassword(context, input.currentPassword);
  await checkPasswordStrength(input.password, user.logIn);
  const passwordHash = await hashPassword(input.password);
  await transaction(context, async (tx) => {
    await tx.db.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute();
    await endSessionsOf(tx, user.id, user.sessionId);
    await notifyPasswordChanged(tx, (await accountOf(tx.db, user.id)) ?? { logIn: user.logIn, language: null });
    await audit(tx, 'Changed the password');
    await renewSession(tx);
  });
}

async function assertOwnPassword(context: SignedIn, currentPassword: string | undefined): Promise<void> {
  const { user, database } = context;
  // Shortly after signing in, the current password is not required.
  if (currentPassword === undefined && (await hasJustSignedIn(context))) return;
  const credentials = await findCredentials(database.read, user.logIn);
  if (currentPassword === undefined) {
    const isThere = credentials?.passwordHash != null;
    throw invalid('CurrentPassword', isThere ? 'account.currentPasswordMissing' : 'account.signInAgain');
  }
  if (!(await verifyPassword(currentPassword, credentials?.passwordHash))) {
    throw invalid('CurrentPassword', 'user.wrongPassword');
  }
}
