// Prepares the browser after a sign-in or an unlock.
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { query } from '#web/lib/client/client.ts';
import { clearAnswers, queryClient } from '#web/lib/client/query-client.ts';
import { recordActivity, setLocked } from '#web/lib/client/session-state.ts';
import { bundledLanguages, setLanguage } from '#web/lib/i18n.ts';

/** Clears the previous person's data and switches the page to the account's language. */
export function applySignedInUser(answer: CurrentUserAnswer): void {
  clearAnswers();
  queryClient.setQueryData(query(user.getCurrent, {}).queryKey, answer);
  recordActivity();
  setLocked(false);
  const { languageId, language } = answer.user;
  if (languageId && bundledLanguages.includes(language)) void setLanguage(language);
}
