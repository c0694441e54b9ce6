// Which of several open dialogs is on top: Escape closes only that one.
import { useEffect, useId, useSyncExternalStore } from 'react';

/** In the order of opening. */
const open: string[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** For a dialog, while it is open. */
export function useIsTopDialog(isOpen = true): boolean {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    open.push(id);
    notify();
    return () => {
      open.splice(open.indexOf(id), 1);
      // The key that closes a dialog must not reach the one below.
      setTimeout(notify);
    };
  }, [id, isOpen]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id || !open.includes(id));
}
