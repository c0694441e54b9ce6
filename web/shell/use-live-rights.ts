// Reloads user and menu when the person's rights change: a grant or revocation takes effect at once.
import { useEffect } from 'react';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { onLiveChange } from '#web/lib/client/live-changes.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

/** Combines grants in quick succession into one reload (ms). */
const debounceMs = 150;

export function useLiveRights(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLiveChange('rights', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const { path } of [user.getCurrent, application.getMenu]) {
          void queryClient.invalidateQueries({ queryKey: [path] });
        }
      }, debounceMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}
