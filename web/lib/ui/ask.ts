// Asks before something that cannot be taken back: `await ask({ … })` from anywhere inside the application's shell, which draws it.
import { useSyncExternalStore } from 'react';

export interface Question {
  /** Names the thing: `Delete "Haircut"?` */
  title: string;
  text?: string;
  /** What is done on yes, a verb. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
}

interface OpenQuestion extends Question {
  answer(isConfirmed: boolean): void;
}

let current: OpenQuestion | undefined;
const listeners = new Set<() => void>();

/** Whether the person agreed; closing the dialog is a no, and so is a second question meanwhile. */
export function ask(question: Question): Promise<boolean> {
  current?.answer(false);
  return new Promise((resolve) => {
    show({
      ...question,
      answer(isConfirmed) {
        show(undefined);
        resolve(isConfirmed);
      },
    });
  });
}

function show(next: OpenQuestion | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question being asked, for the shell. */
export function useQuestion(): OpenQuestion | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

/** Whether a question is open; dialogs below it leave Escape to it. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(subscribe, () => current !== undefined);
}
