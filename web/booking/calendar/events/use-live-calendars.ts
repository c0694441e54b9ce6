// Reloads the visible calendars when server-sent events report changes made elsewhere.
import { useEffect, useRef } from 'react';
import { onLiveChange } from '#web/lib/client/live-changes.ts';
import { refetchEvents } from './cached-events.ts';

/** Combines changes in quick succession into one reload (ms). */
const debounceMs = 150;

/** Reloads calendars when they change, but waits while `busy` (during a drag). */
export function useLiveCalendars(busy = false): void {
  const pending = useRef({ busy, flush: () => {} });
  pending.current.busy = busy;
  useEffect(() => {
    if (!busy) pending.current.flush();
  }, [busy]);
  useEffect(() => listen(pending.current), []);
}

function listen(pending: { busy: boolean; flush: () => void }): () => void {
  const changed = new Set<string | undefined>();
  let flushing: ReturnType<typeof setTimeout> | undefined;

  function markChanged(calendarId?: string): void {
    changed.add(calendarId);
    flushing ??= setTimeout(flush, debounceMs);
  }

  function flush(): void {
    flushing = undefined;
    if (pending.busy || changed.size === 0) return;
    const ids = changed.has(undefined) ? [undefined] : [...changed];
    changed.clear();
    for (const id of ids) void refetchEvents(id);
  }
  pending.flush = flush;

  const stop = onLiveChange('changed', (change) => markChanged(change?.CalendarId));
  return () => {
    clearTimeout(flushing);
    stop();
  };
}
