// The single event stream of a tab. Components that show shared data subscribe here.

import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { call, operationUrl, query } from './client.ts';
import { queryClient } from './query-client.ts';

/** The payload of each kind of change. It only says which data to reload. */
interface Changes {
  rights: object;
  changed: { CalendarId: string };
  reminder: object;
  /** `Id` is empty for a record without an id. */
  table: { Table: string; Id: string };
}
export type ChangeKind = keyof Changes;

/** Close the stream of a tab that has been hidden for this long (ms). */
const hiddenTimeout = 5 * 60_000;
/** Delay before reopening a stream that the server refused (ms). */
const retryDelay = 5_000;

type Listener = (change: unknown) => void;
const listeners: Record<ChangeKind, Set<Listener>> = {
  rights: new Set(),
  changed: new Set(),
  reminder: new Set(),
  table: new Set(),
};
const kinds = Object.keys(listeners) as ChangeKind[]; // The object has no other keys.

/**
 * Calls `handler` for every change of a kind. Calls it with undefined when changes may have been missed: reload
 * everything. The stream is open while there are listeners. Returns a function that unsubscribes.
 */
export function onLiveChange<K extends ChangeKind>(
  kind: K,
  handler: (change: Changes[K] | undefined) => void,
): () => void {
  // Each kind's listeners receive only that kind's payload.
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
  const known = queryClient.getQueryData<CurrentUserAnswer>(query(user.getCurrent, {}).queryKey);
  source = new EventSource(operationUrl(application.getChanges, { rightsVersion: known?.rightsVersion ?? '' }));
  for (const kind of kinds) {
    source.addEventListener(kind, (event) => {
      const change: unknown = JSON.parse(event.data);
      for (const handler of [...listeners[kind]]) handler(change);
    });
  }
  source.addEventListener('missed', notifyMissed);
  source.onopen = () => {
    // The server does not replay changes from before the stream opened.
    if (mayHaveMissed) notifyMissed();
    mayHaveMissed = false;
  };
  source.onerror = () => {
    mayHaveMissed = true;
    if (source?.readyState !== EventSource.CLOSED) return;
    // An event stream hides why the server refused it. An ordinary call finds out whether the session has ended.
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
