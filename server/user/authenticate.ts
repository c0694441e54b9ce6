// Signs a person in with login and password.
import type { CurrentUserAnswer } from '#contract/user.ts';
import { transaction } from '#server/db/transaction.ts';
import { findLink } from '#server/lib/action-link.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { throttle, unthrottle } from '#server/lib/throttle.ts';
import { asksForCode, takeCode } from './check-code.ts';
import { enter } from './enter.ts';
import { join } from './invite.ts';
import { verifyPassword } from './password.ts';
import { signInLimits } from './sign-in-limits.ts';
import { accountOf, findCredentials, placeIn } from './store.ts';
import { verifyAddress } from './verify-address.ts';

/**
 * Starts a session in the company and location used last, or the first, and answers who signed in. An unknown login, an
 * account without a password and a wrong password are one answer, 417, after the same time. 429 after too many attempts
 * at one account (forgotten when one succeeds) or from one address. An action hash from a mail takes effect once the password
 * was right: an address is verified, or an invitation accepted and its company opened; a hash that is too old does nothing.
 */
export async function authenticate(
  context: Context,
  input: {
    logIn: string;
    password: string;
    remembered: boolean;
    actionHash?: string | undefined;
    code?: string | undefined;
  },
): Promise<CurrentUserAnswer> {
  const { account, address } = signInLimits(context, input.logIn);
  await throttle(context, address, account);
  const credentials = await findCredentials(context.db, input.logIn);
  const matches = await verifyPassword(input.password, credentials?.passwordHash);
  if (!credentials || !matches) {
    const about = { userId: credentials?.id ?? null, userName: input.logIn, companyId: null };
    await audit({ ...context, db: context.database.write }, 'Sign-in refused', about);
    throw invalid('Password', 'user.wrongPassword');
  }
  if (await asksForCode(context.db, credentials.id)) {
    if (!input.code) throw invalid('Code', 'user.codeNeeded');
    await takeCode(context, credentials.id, input.code);
  }
  const place = input.actionHash ? await act(context, input.actionHash, credentials.id) : undefined;
  const proved = { userId: credentials.id, logIn: input.logIn, remembered: input.remembered, place };
  const answer = await enter(context, proved, 'Signed in');
  await unthrottle(context, account);
  return answer;
}

async function act(
  context: Context,
  actionHash: string,
  userId: string,
): Promise<{ companyId: string; locationId: string | null } | undefined> {
  const link = await findLink(context, ['verify', 'invite'], actionHash);
  if (link?.purpose === 'verify' && link.userId === userId) await verifyAddress(context, { actionHash });
  if (link?.purpose !== 'invite' || !link.companyId) return undefined;
  const account = await accountOf(context.db, userId);
  if (account?.logIn.toLowerCase() !== link.eMail.toLowerCase()) return undefined;
  await transaction(context, (within) => join(within, actionHash, userId));
  return placeIn(context.db, userId, link.companyId);
}
