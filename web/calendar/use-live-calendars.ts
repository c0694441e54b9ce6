// Keeps what is shown as the server has it: changes made elsewhere arrive as server-sent events.
import { useEffect, useRef } from 'react';
import { calendars } from '#contract/calendars.ts';
import { user } from '#contract/user.ts';
import { address, call } from '#web/lib/client.ts';
import { rereadEvents } from './cached-events.ts';

/** Several changes at once are read once. */
const pause = 150;
/** A tab that nobody looks at for so long need not listen. */
const hiddenFor = 5 * 60_000;
/** When the server refused the stream, it is asked again after this long. */
const retryAfter = 5_000;

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
  let source: EventSource | undefined;
  let flushing: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let missing = false;

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

  function open(): void {
    clearTimeout(reopening);
    source = new EventSource(address(calendars.getChanges, {}));
    source.addEventListener('changed', (event) => note((JSON.parse(event.data) as { CalendarId: string }).CalendarId));
    source.addEventListener('missed', () => note());
    source.onopen = () => {
      // Nobody told us what happened while we did not listen.
      if (missing) note();
      missing = false;
    };
    source.onerror = () => {
      missing = true;
      if (source?.readyState !== EventSource.CLOSED) return;
      // The stream cannot say why it was refused: any call finds out whether the session is gone.
      void call(user.getCurrent, {}, { tellsItself: [0, 500, 503] }).catch(() => {});
      reopening = setTimeout(open, retryAfter);
    };
  }

  function close(): void {
    clearTimeout(reopening);
    source?.close();
    source = undefined;
    missing = true;
  }

  function watchTab(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, hiddenFor);
    else if (!source) open();
  }

  open();
  document.addEventListener('visibilitychange', watchTab);
  return () => {
    document.removeEventListener('visibilitychange', watchTab);
    clearTimeout(flushing);
    clearTimeout(hiding);
    close();
  };
}
