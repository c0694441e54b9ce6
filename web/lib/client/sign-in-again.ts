// Lets the person sign in again, or unlock, over the page when their session ends or locks while they are typing, so
// that no input is lost.
import { useSyncExternalStore } from 'react';

const unsavedForms = new Set<() => boolean>();

/** Registers a form, which returns whether it holds unsaved input. Returns a function that unregisters it. */
export function registerUnsaved(isUnsaved: () => boolean): () => void {
  unsavedForms.add(isUnsaved);
  return () => unsavedForms.delete(isUnsaved);
}

interface Waiting {
  /** The session is locked: unlocking it is enough. */
  isLocked: boolean;
  answer: Promise<boolean>;
  settle(isSignedIn: boolean): void;
}

let waiting: Waiting | undefined;
let dialogs = 0;
const listeners = new Set<() => void>();

/**
 * Waits until the person has signed in again or unlocked the session, if a dialog can ask for it and input would be
 * lost otherwise. Resolves to true when the failed call can be repeated.
 */
export async function signedInAgain({ isLocked }: { isLocked: boolean }): Promise<boolean> {
  if (!waiting) {
    if (dialogs === 0 || ![...unsavedForms].some((isUnsaved) => isUnsaved())) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    show({
      isLocked,
      answer: promise,
      settle(isSignedIn) {
        show(undefined);
        resolve(isSignedIn);
      },
    });
  }
  // Ended while it was locked: the dialog that unlocks waits for this answer itself.
  if (waiting?.isLocked && !isLocked) show({ ...waiting, isLocked: false });
  return waiting?.answer ?? false;
}

function show(next: Waiting | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  dialogs += 1;
  return () => {
    listeners.delete(listener);
    dialogs -= 1;
    // Nothing is left that could answer.
    if (dialogs === 0) waiting?.settle(false);
  };
}

/** The request to sign in again or to unlock, for the dialog. */
export function useEndedSession(): Waiting | undefined {
  return useSyncExternalStore(subscribe, () => waiting);
}
