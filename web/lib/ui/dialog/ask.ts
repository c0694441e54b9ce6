// Asks for confirmation before an irreversible action: `await ask({ … })`. The application shell renders the dialog.
import { useSyncExternalStore } from 'react';

export interface Question {
  /** Names the object: `Delete "Haircut"?` */
  title: string;
  text?: string;
  /** The objects concerned, or reasons, one per line. */
  items?: readonly string[];
  /** The confirmed action, a verb. */
  confirmLabel: string;
  cancelLabel?: string;
  /** A second way to go on, between the two. */
  otherLabel?: string;
  danger?: boolean;
}

export type Choice = 'confirm' | 'other' | 'cancel';

interface OpenQuestion extends Question {
  answer(choice: Choice): void;
}

let current: OpenQuestion | undefined;
const listeners = new Set<() => void>();

/** Resolves to true if the person agrees. Closing the dialog, or a second question, answers no. */
export async function ask(question: Omit<Question, 'otherLabel'>): Promise<boolean> {
  return (await choose(question)) === 'confirm';
}

/** Answers no to the open question, whose subject is gone. */
export function withdrawQuestion(): void {
  current?.answer('cancel');
}

/** Does the same for a question with two ways to go on. */
export function choose(question: Question): Promise<Choice> {
  withdrawQuestion();
  return new Promise((resolve) => {
    show({
      ...question,
      answer(choice) {
        show(undefined);
        resolve(choice);
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

/** The open question, for the shell. */
export function useQuestion(): OpenQuestion | undefined {
  return useSyncExternalStore(subscribe, () => current);
}
