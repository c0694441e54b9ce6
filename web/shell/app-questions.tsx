// Asks before something that cannot be taken back: `await ask({ … })` from anywhere inside the application's shell.
import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { plainHeader } from './app-plain-header.ts';

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

/** Whether a question is open; dialogs below it leave Escape to it. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== undefined);
}

/** Draws the question being asked; once, in the shell. */
export function Questions() {
  const { t } = useTranslation();
  const question = useSyncExternalStore(subscribe, () => asked);
  if (!question) return null;
  const { title, text, yes, no, danger, answer } = question;
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={title}
      size="sm"
      zIndex={400}
      centered
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
    >
      {text && <Text mb="lg">{text}</Text>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus={danger || undefined} onClick={() => answer(false)}>
          {no ?? t('app.cancel')}
        </Button>
        <Button color={danger ? 'red' : undefined} data-autofocus={!danger || undefined} onClick={() => answer(true)}>
          {yes}
        </Button>
      </Group>
    </Modal>
  );
}
