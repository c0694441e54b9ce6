// Asks before something that cannot be taken back: `await ask({ … })` from anywhere inside the application's shell, which draws it.
import { useSyncExternalStore } from 'react';

export interface Question {
  /** Names the thing: `Delete "Haircut"?` */
  title: string;
  text?: string;
  /** What is done on yes, a verb. */
  yes: string;
  no?: string;
  danger?: boolean;
}

interface Asked extends Question {
  answer(yes: boolean): void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

/** Whether the person agreed; closing the dialog is a no, and so is a second question meanwhile. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    show({
      ...question,
      answer(yes) {
        show(undefined);
        resolve(yes);
      },
    });
  });
}

function show(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question being asked, for the shell. */
export function useAsked(): Asked | undefined {
  return useSyncExternalStore(subscribe, () => asked);
}

/** Whether a question is open; dialogs below it leave Escape to it. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== undefined);
}
