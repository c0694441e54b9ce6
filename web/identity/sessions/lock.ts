// Locks the session: on the server, in this tab and in all others.
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sessions } from '#contract/identity/sessions.ts';
import { call } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { setLocked } from '#web/lib/client/session-state.ts';
import { signedInAgain } from '#web/lib/client/sign-in-again.ts';

/**
 * Shows the lock screen, which returns to the current address. If the server is unreachable, its idle timeout locks
 * later.
 */
export function useLock(): () => Promise<void> {
  const showLockScreen = useLockScreen();
  return useCallback(async () => {
    const request = call(sessions.lock, {}, { handlesErrors: true }).catch(() => undefined);
    setLocked(true);
    await Promise.all([request, showLockScreen()]);
  }, [showLockScreen]);
}

/**
 * Shows the lock screen of a locked session and removes the person's data from the cache. Beside input that would be
 * lost, a dialog that covers the page asks for the password instead.
 */
export function useLockScreen(): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    if (location.pathname.startsWith('/user/lock') || (await signedInAgain({ isLocked: true }))) return;
    // The person has signed out in the dialog.
    if (location.pathname.startsWith('/user/')) return;
    const { pathname, search } = location;
    const navigation = router.navigate({
      to: '/user/lock',
      search: { to: pathname + search },
      replace: true,
      ignoreBlocker: true,
    });
    // Except for the lock screen's own query.
    const otherQueries = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessions.getLock.path,
    };
    await navigation;
    queryClient.removeQueries(otherQueries);
  }, [router]);
}
