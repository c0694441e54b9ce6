// Lets a page go on after its session had ended or was locked.
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { reloadApp } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { recordActivity, setLocked } from '#web/lib/client/session-state.ts';

/** Calls `onSettled`, or reloads the application if another person has signed in, or for another company. */
export function useGoOn(onSettled: (isSignedIn: boolean) => void): (answer: CurrentUserAnswer) => void {
  const current = useCurrentUser();
  return (answer) => {
    setLocked(false);
    recordActivity();
    // The page has the data of this person and this company.
    if (answer.user.id !== current.user.id || answer.companyId !== current.companyId) {
      reloadApp();
      return;
    }
    queryClient.setQueryData(query(user.getCurrent, {}).queryKey, answer);
    onSettled(true);
  };
}
