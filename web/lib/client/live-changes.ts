// The one stream of changes that a tab listens to; whoever shows something that changes elsewhere subscribes here.

import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { address, call } from './client.ts';

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
const hiddenFor = 5 * 60_000;
/** When the server refused the stream, it is asked again after this long. */
const retryAfter = 5_000;

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
export function onLiveChange<K extends ChangeKind>(kind: K, on: (change: Changes[K] | undefined) => void): () => void {
  // Of its own kind it hears what the server sends under that name.
  const listener = on as Listener;
  listeners[kind].add(listener);
  if (count() === 1) begin();
  return () => {
    listeners[kind].delete(listener);
    if (count() === 0) end();
  };
}

const count = () => kinds.reduce((sum, kind) => sum + listeners[kind].size, 0);

let source: EventSource | undefined;
let reopening: ReturnType<typeof setTimeout> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;
let missing = false;

function begin(): void {
  missing = false;
  open();
  document.addEventListener('visibilitychange', watchTab);
}

function end(): void {
  document.removeEventListener('visibilitychange', watchTab);
  clearTimeout(hiding);
  close();
}

function open(): void {
  clearTimeout(reopening);
  source = new EventSource(address(application.getChanges, {}));
  for (const kind of kinds) {
    source.addEventListener(kind, (event) => {
      const change: unknown = JSON.parse(event.data);
      for (const on of [...listeners[kind]]) on(change);
    });
  }
  source.addEventListener('missed', lookAgain);
  source.onopen = () => {
    // Nobody told us what happened while we did not listen.
    if (missing) lookAgain();
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

function lookAgain(): void {
  for (const kind of kinds) for (const on of [...listeners[kind]]) on(undefined);
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
