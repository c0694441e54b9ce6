// Locking: on the server, in this tab and in all others.
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sessions } from '#contract/identity/sessions.ts';
import { call } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { setLocked } from '#web/lib/client/session-state.ts';

/** Brings up the lock screen, which leads back to the present address; a server that cannot be reached locks by itself later. */
export function useLock(): () => Promise<void> {
  const showLockScreen = useLockScreen();
  return useCallback(async () => {
    const request = call(sessions.lock, {}, { handlesErrors: true }).catch(() => undefined);
    setLocked(true);
    showLockScreen();
    await request;
  }, [showLockScreen]);
}

/** Shows the lock screen of a session that is locked already; nothing of the person stays behind it. */
export function useLockScreen(): () => void {
  const router = useRouter();
  return useCallback(() => {
    const { pathname, search } = location;
    if (pathname.startsWith('/user/lock')) return;
    const navigation = router.navigate({ to: '/user/lock', search: { to: pathname + search }, replace: true });
    // But for what the lock screen itself has just asked.
    const otherQueries = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessions.getLock.path,
    };
    void navigation.then(() => queryClient.removeQueries(otherQueries));
  }, [router]);
}
