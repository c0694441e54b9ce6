// Signs the person out.
import { useRouter } from '@tanstack/react-router';
import { user } from '#contract/identity/sign-in.ts';
import { call } from '#web/lib/client/client.ts';
import { clearStoredMenu } from '#web/lib/client/menu.ts';
import { clearAnswers } from '#web/lib/client/query-client.ts';
import { setLocked } from '#web/lib/client/session-state.ts';
import { unsubscribe } from '#web/messaging/push/push.ts';

/** Ends the session on the server, then leaves the page and clears the person's data. */
export function useSignOut(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    await call(user.logOut, {});
    // The next person at this browser must not receive these messages.
    await unsubscribe().catch(() => undefined);
    clearStoredMenu();
    setLocked(false);
    await router.navigate({ to: '/user/login' });
    clearAnswers();
  };
}
