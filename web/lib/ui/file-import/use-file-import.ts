// The steps of an import: a file is chosen, read at each choice, and imported.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
  return {
    file,
    choices,
    /** How the file is read at present, and the result of the import. */
    read: reading.data,
    done: running.data,
    isReading: reading.isPending,
    isRunning: running.isPending,
    message: failure instanceof CallError ? failure.message || t('error.unexpected') : undefined,
    choose(chosen: File | null): void {
      if (!chosen) return;
      setFile(chosen);
      setChoices({});
      running.reset();
      reading.mutate({ file: chosen, choices: {} });
    },
    /** Reads the file again, with other choices. */
    change(next: Partial<Choices>): void {
      setChoices(next);
      if (file) reading.mutate({ file, choices: next });
    },
    start(given: Partial<Choices>): void {
      if (file) running.mutate({ file, choices: given });
    },
  };
}
