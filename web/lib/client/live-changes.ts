// The one stream of changes that a tab listens to; whoever shows something that changes elsewhere subscribes here.

import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { call, operationUrl } from './client.ts';

/** What each kind of change tells: nothing but what to look at. */
interface Changes {
  rights: object;
  changed: { CalendarId: string };
  reminder: object;
  /** `Id` is empty for a record that has none. */
  table: { Table: string; Id: string };
}
export type ChangeKind = keyof Changes;

/** A tab that nobody looks at for so long need not listen. */
const hiddenTimeout = 5 * 60_000;
/** When the server refused the stream, it is asked again after this long. */
const retryDelay = 5_000;

type Listener = (change: unknown) => void;
const listeners: Record<ChangeKind, Set<Listener>> = {
  rights: new Set(),
  changed: new Set(),
  reminder: new Set(),
  table: new Set(),
};
const kinds = Object.keys(listeners) as ChangeKind[]; // Its own keys.

/**
 * Calls `on` for every change of a kind, and with nothing when changes may have been missed, so that everything is looked at anew.
 * The stream is open while somebody listens. Returns how to stop.
 */
export function onLiveChange<K extends ChangeKind>(
  kind: K,
  handler: (change: Changes[K] | undefined) => void,
): () => void {
  // Of its own kind it hears what the server sends under that name.
  const listener = handler as Listener;
  listeners[kind].add(listener);
  if (count() === 1) start();
  return () => {
    listeners[kind].delete(listener);
    if (count() === 0) stop();
  };
}

const count = () => kinds.reduce((sum, kind) => sum + listeners[kind].size, 0);

let source: EventSource | undefined;
let reopenTimer: ReturnType<typeof setTimeout> | undefined;
let hideTimer: ReturnType<typeof setTimeout> | undefined;
let mayHaveMissed = false;

function start(): void {
  mayHaveMissed = false;
  open();
  document.addEventListener('visibilitychange', onVisibilityChange);
}

function stop(): void {
  document.removeEventListener('visibilitychange', onVisibilityChange);
  clearTimeout(hideTimer);
  close();
}

function open(): void {
  clearTimeout(reopenTimer);
  source = new EventSource(operationUrl(application.getChanges, {}));
  for (const kind of kinds) {
    source.addEventListener(kind, (event) => {
      const change: unknown = JSON.parse(event.data);
      for (const handler of [...listeners[kind]]) handler(change);
    });
  }
  source.addEventListener('missed', notifyMissed);
  source.onopen = () => {
    // Nobody told us what happened while we did not listen.
    if (mayHaveMissed) notifyMissed();
    mayHaveMissed = false;
  };
  source.onerror = () => {
    mayHaveMissed = true;
    if (source?.readyState !== EventSource.CLOSED) return;
    // The stream cannot say why it was refused: any call finds out whether the session is gone.
    void call(user.getCurrent, {}, { handlesErrors: [0, 500, 503] }).catch(() => {});
    reopenTimer = setTimeout(open, retryDelay);
  };
}

function notifyMissed(): void {
  for (const kind of kinds) for (const handler of [...listeners[kind]]) handler(undefined);
}

function close(): void {
  clearTimeout(reopenTimer);
  source?.close();
  source = undefined;
  mayHaveMissed = true;
}

function onVisibilityChange(): void {
  clearTimeout(hideTimer);
  if (document.hidden) hideTimer = setTimeout(close, hiddenTimeout);
  else if (!source) open();
}
