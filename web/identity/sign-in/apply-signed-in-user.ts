// What the browser does when somebody has come in: by signing in, or past the lock screen.
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { recordActivity, setLocked } from '#web/lib/client/session-state.ts';
import { languageKeys, setLanguage } from '#web/lib/i18n.ts';

/** Nothing of whoever was here before stays, and the page speaks the language of the account. */
export function applySignedInUser(answer: CurrentUserAnswer): void {
  queryClient.clear();
  queryClient.setQueryData(query(user.getCurrent, {}).queryKey, answer);
  recordActivity();
  setLocked(false);
  const { languageId, language } = answer.user;
  if (languageId && languageKeys.includes(language)) void setLanguage(language);
}
