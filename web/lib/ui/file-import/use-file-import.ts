// The steps of an import: a file is chosen, read at each choice, and imported.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/client/client.ts';

interface Options<Choices, Answer> {
  preview(file: File, choices: Choices): Promise<Answer>;
  run(file: File, choices: Choices): Promise<Answer>;
  /** After the import, also after one that failed. */
  onSettled(): void;
}

export function useFileImport<Choices extends object, Answer>({ preview, run, onSettled }: Options<Choices, Answer>) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<Partial<Choices>>({});
  type Request = { file: File; choices: Partial<Choices> };
  const reading = useMutation({
    mutationFn: ({ file, choices }: Request) => preview(file, choices as Choices),
  });
  const running = useMutation({
    mutationFn: ({ file, choices }: Request) => run(file, choices as Choices),
    onSettled,
  });
  const failure = running.error ?? reading.error;
  // The answer before stays while the file is read again: nothing jumps, and the field that was changed is still there.
  const [read, setRead] = useState<Answer>();
  if (reading.data !== undefined && reading.data !== read) setRead(reading.data);
  const changed = useRef<Element | null>(null);
  useEffect(() => {
    // The field could not be used meanwhile, which took the focus from it.
    if (reading.isPending || !(changed.current instanceof HTMLElement)) return;
    if (document.activeElement === document.body) changed.current.focus();
    changed.current = null;
  }, [reading.isPending]);
  return {
    file,
    choices,
    /** How the file is read at present, and the result of the import. */
    read: reading.isError ? undefined : read,
    done: running.data,
    isReading: reading.isPending,
    isRunning: running.isPending,
    message: failure instanceof CallError ? failure.message || t('error.unexpected') : undefined,
    choose(chosen: File | null): void {
      if (!chosen) return;
      setFile(chosen);
      setChoices({});
      setRead(undefined);
      running.reset();
      reading.mutate({ file: chosen, choices: {} });
    },
    /** Reads the file again, with other choices. */
    change(next: Partial<Choices>): void {
      setChoices(next);
      changed.current = document.activeElement;
      if (file) reading.mutate({ file, choices: next });
    },
    start(given: Partial<Choices>): void {
      if (file) running.mutate({ file, choices: given });
    },
  };
}
