// Keeps what is shown as the server has it: changes made elsewhere arrive as server-sent events.
import { useEffect, useRef } from 'react';
import { onLiveChange } from '#web/lib/client/live-changes.ts';
import { rereadEvents } from './cached-events.ts';

/** Several changes at once are read once. */
const pause = 150;

/** Rereads calendars when they change; while `busy` (something is being dragged) it waits. */
export function useLiveCalendars(busy = false): void {
  const holding = useRef({ busy, flush: () => {} });
  holding.current.busy = busy;
  useEffect(() => {
    if (!busy) holding.current.flush();
  }, [busy]);
  useEffect(() => listen(holding.current), []);
}

function listen(holding: { busy: boolean; flush: () => void }): () => void {
  const changed = new Set<string | undefined>();
  let flushing: ReturnType<typeof setTimeout> | undefined;

  function note(calendarId?: string): void {
    changed.add(calendarId);
    flushing ??= setTimeout(flush, pause);
  }

  function flush(): void {
    flushing = undefined;
    if (holding.busy || changed.size === 0) return;
    const ids = changed.has(undefined) ? [undefined] : [...changed];
    changed.clear();
    for (const id of ids) void rereadEvents(id);
  }
  holding.flush = flush;

  const stop = onLiveChange('changed', (change) => note(change?.CalendarId));
  return () => {
    clearTimeout(flushing);
    stop();
  };
}
