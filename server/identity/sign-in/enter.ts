// The last step of every way to sign in: the session begins and the browser learns who it works for.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { keepLanguage } from '#server/lib/session/keep-language.ts';
import { startSession } from '#server/lib/session/session.ts';
import { currentUserOf, forgetEndedSessions, placeToStart } from './read-person.ts';

interface Proved {
  userId: string;
  /** As it was typed, for the audit. */
  logIn: string;
  remembered: boolean;
  /** Where to begin; left out: where he worked last. */
  place?: { companyId: string; locationId: string | null } | undefined;
}

/** Starts the session of somebody who has proved who he is; 417 when he works nowhere. `how` is for the audit. */
export async function enter(context: Context, proved: Proved, how: string): Promise<CurrentUserAnswer> {
  const { userId, logIn: userName, remembered } = proved;
  const place = proved.place ?? (await placeToStart(context.db, userId));
  if (!place) throw invalid('LogIn', 'user.noCompany');
  const who = { userId, ...place };
  await forgetEndedSessions(context, userId);
  await startSession(context, { ...who, remembered });
  await audit({ ...context, db: context.database.write }, how, { userId, userName, companyId: place.companyId });
  const answer = await currentUserOf(context.db, who);
  // Deleted between two statements of this very call.
  if (!answer) throw invalid('LogIn', 'user.noCompany');
  // The next page, too, is in the language of the account, where it has chosen one that there are words for.
  const { languageId, language } = answer.user;
  if (languageId && languageKeys.includes(language)) keepLanguage(context, language);
  return answer;
}
