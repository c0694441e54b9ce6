// The last step of every way to sign in: the session begins and the browser learns who it works for.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { startSession } from '#server/lib/session/session.ts';
import { setLanguageCookie } from '#server/lib/session/set-language-cookie.ts';
import { currentUserOf, deleteEndedSessions, firstPlace } from './read-person.ts';

interface SignInProof {
  userId: string;
  /** As it was typed, for the audit. */
  logIn: string;
  remembered: boolean;
  /** Where to begin; left out: where he worked last. */
  place?: { companyId: string; locationId: string | null } | undefined;
}

/** Starts the session of somebody who has proved who he is; 417 when he works nowhere. `how` is for the audit. */
export async function completeSignIn(context: Context, proof: SignInProof, method: string): Promise<CurrentUserAnswer> {
  const { userId, logIn: userName, remembered } = proof;
  const place = proof.place ?? (await firstPlace(context.db, userId));
  if (!place) throw invalid('LogIn', 'user.noCompany');
  const member = { userId, ...place };
  await deleteEndedSessions(context, userId);
  await startSession(context, { ...member, remembered });
  await audit({ ...context, db: context.database.write }, method, { userId, userName, companyId: place.companyId });
  const answer = await currentUserOf(context.db, member);
  // Deleted between two statements of this very call.
  if (!answer) throw invalid('LogIn', 'user.noCompany');
  // The next page, too, is in the language of the account, where it has chosen one that there are words for.
  const { languageId, language } = answer.user;
  if (languageId && languageKeys.includes(language)) setLanguageCookie(context, language);
  return answer;
}
