// The last step of every sign-in: starts the session and returns the current user.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { rememberDevice } from '#server/identity/person/known-device.ts';
import { currentUserOf, deleteEndedSessions, firstPlace } from '#server/identity/person/read-person.ts';
import { carryCookieConsent } from '#server/identity/privacy/agree-to-cookies.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { endSessionOfCookie, startSession } from '#server/lib/session/session.ts';
import { setLanguageCookie } from '#server/lib/session/set-language-cookie.ts';

interface SignInProof {
  userId: string;
  /** As typed, for the audit. */
  logIn: string;
  remembered: boolean;
  /** The place to start at; by default, the place of the last session. */
  place?: { companyId: string; locationId: string | null } | undefined;
}

/**
 * Starts the session of an authenticated person and ends the one that it replaces in this browser. Throws 417 when they
 * work for no company. `method` is for the audit.
 */
export async function completeSignIn(context: Context, proof: SignInProof, method: string): Promise<CurrentUserAnswer> {
  const { userId, logIn: userName, remembered } = proof;
  const place = proof.place ?? (await firstPlace(context.db, userId));
  if (!place) throw invalid('LogIn', 'user.noCompany');
  const member = { userId, ...place };
  await deleteEndedSessions(context, userId);
  await startSession(context, { ...member, remembered });
  await endSessionOfCookie(context);
  await rememberDevice(context, userName);
  await carryCookieConsent(context, userId);
  await audit({ ...context, db: context.database.write }, method, { userId, userName, companyId: place.companyId });
  const answer = await currentUserOf(context, member);
  // Deleted between two statements of this call.
  if (!answer) throw invalid('LogIn', 'user.noCompany');
  // The next page should be in the account's language, if it has chosen a supported one.
  const { languageId, language } = answer.user;
  if (languageId && languageKeys.includes(language)) setLanguageCookie(context, language);
  return answer;
}
