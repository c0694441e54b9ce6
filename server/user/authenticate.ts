// Signs a person in with login and password.
import type { CurrentUserAnswer } from '#contract/user.ts';
import { transaction } from '#server/db/transaction.ts';
import { findLink } from '#server/lib/action-link.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { keepLanguage } from '#server/lib/keep-language.ts';
import { invalid } from '#server/lib/refusal.ts';
import { startSession } from '#server/lib/session.ts';
import { throttle, unthrottle } from '#server/lib/throttle.ts';
import { languageKeys } from '#server/lib/words.ts';
import { join } from './invite.ts';
import { verifyPassword } from './password.ts';
import { signInLimits } from './sign-in-limits.ts';
import { accountOf, currentUserOf, findCredentials, forgetEndedSessions, placeIn, placeToStart } from './store.ts';
import { verifyAddress } from './verify-address.ts';

/**
 * Starts a session in the company and location used last, or the first, and answers who signed in. An unknown login, an
 * account without a password and a wrong password are one answer, 417, after the same time. 429 after too many attempts
 * at one account (forgotten when one succeeds) or from one address. An action hash from a mail takes effect once the password
 * was right: an address is verified, or an invitation accepted and its company opened; a hash that is too old does nothing.
 */
export async function authenticate(
  context: Context,
  input: { logIn: string; password: string; remembered: boolean; actionHash?: string | undefined },
): Promise<CurrentUserAnswer> {
  const { account, address } = signInLimits(context, input.logIn);
  await throttle(context, address, account);
  const credentials = await findCredentials(context.db, input.logIn);
  const matches = await verifyPassword(input.password, credentials?.passwordHash);
  const about = { userId: credentials?.id ?? null, userName: input.logIn };
  if (!credentials || !matches) {
    await audit({ ...context, db: context.database.write }, 'Sign-in refused', { ...about, companyId: null });
    throw invalid('Password', 'user.wrongPassword');
  }
  const joined = input.actionHash ? await act(context, input.actionHash, credentials.id) : undefined;
  const place = joined ?? (await placeToStart(context.db, credentials.id));
  if (!place) throw invalid('LogIn', 'user.noCompany');
  const who = { userId: credentials.id, ...place };
  await unthrottle(context, account);
  await forgetEndedSessions(context, credentials.id);
  await startSession(context, { ...who, remembered: input.remembered });
  await audit({ ...context, db: context.database.write }, 'Signed in', { ...about, companyId: place.companyId });
  const answer = await currentUserOf(context.db, who);
  // Deleted between two statements of this very call.
  if (!answer) throw invalid('LogIn', 'user.noCompany');
  // The next page, too, is in the language of the account, where it has chosen one that there are words for.
  const { languageId, language } = answer.user;
  if (languageId && languageKeys.includes(language)) keepLanguage(context, language);
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
