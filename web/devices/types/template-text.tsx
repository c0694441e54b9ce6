// The template of a type of paper as text. A pause in typing stores it as a file, which the saved record names.
import { Alert, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemListingTypes } from '#contract/devices/listing-types.ts';
import { files } from '#contract/files.ts';
import { CallError, query } from '#web/lib/client/client.ts';
import { uploadFile } from '#web/lib/client/upload-file.ts';
import { trackUpload } from '#web/lib/editor/pending-uploads.ts';

/** How long typing pauses before the text is stored (ms). */
const pause = 600;

interface Props {
  typeKey: string;
  fileId: string | null;
  disabled: boolean;
  onStore: (stored: StoredText) => void;
  /** The papers of the text, which are shown while it has no problem: one that is wrong has no paper. */
  children: ReactNode;
}

/** The file that a text was stored as. */
export interface StoredText {
  id: string;
  name: string;
}

interface Draft {
  text: string;
  /** The file that the text was made from, and the last one that it was stored as. */
  files: readonly (string | null)[];
}

export function TemplateText({ typeKey, fileId, disabled, onStore, children }: Props) {
  const { t } = useTranslation();
  const { operations } = systemListingTypes;
  const stored = useQuery(query(operations.template, { key: typeKey, fileId: fileId ?? undefined }));
  const [draft, setDraft] = useState<Draft>();
  const [failure, setFailure] = useState<string>();
  const typed = useRef(0);
  // Another file was chosen meanwhile: its text is shown.
  const isOurs = draft?.files.includes(fileId) ?? false;
  const text = draft && isOurs ? draft.text : (stored.data?.text ?? '');

  function type(next: string): void {
    const number = ++typed.current;
    const before = isOurs && draft ? draft.files : [fileId];
    setDraft({ text: next, files: before });
    void trackUpload(store(next, number));
  }

  async function store(next: string, number: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (number !== typed.current) return;
    try {
      const name = `${typeKey || 'template'}.txt`;
      const file = new File([next], name, { type: 'text/plain' });
      const id = await uploadFile(files.uploadFile, file, { use: 'template' });
      if (number !== typed.current) return;
      setFailure(undefined);
      setDraft((before) => before && { ...before, files: [...before.files, id] });
      onStore({ id, name });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!error.leadsAway) setFailure(error.message);
    }
  }

  const problems = failure ? [failure] : (stored.data?.problems ?? []);
  return (
    <>
      <Textarea
        mt="md"
        label={t('devices.templateText')}
        description={t('devices.templateHint')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
        disabled={disabled || (!stored.data && !draft)}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {problems.length > 0 ? (
        <Alert mt="xs" color="red" variant="light" role="alert">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      ) : (
        // Until the text is checked, they keep their place unseen.
        <div style={stored.data ? undefined : { visibility: 'hidden' }}>{children}</div>
      )}
    </>
  );
}
