// A text area with buttons that insert placeholders.
import { Button, Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { insertAtCaret } from '#web/lib/forms/insert-at-caret.ts';

interface Props extends CustomInputProps {
  /** Inserted into the text. */
  placeholders: readonly string[];
  /** Inserted as their own paragraphs. */
  parts?: readonly string[];
  rows: number;
}

export function PlaceholderTextarea({ placeholders, parts = [], rows, ...input }: Props) {
  const { id, label, description, error, required, disabled, value, onChange } = input;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);

  const insert = (name: string, isPart: boolean) => insertAtCaret(field.current, `{{${name}}}`, onChange, { isPart });
  const buttons = (which: readonly string[], words: string, isPart: boolean) => (
    <Group gap={6} mt={6} role="group" aria-label={words}>
      <small>{words}</small>
      {which.map((name) => (
        <Button key={name} variant="default" size="compact-xs" disabled={disabled} onClick={() => insert(name, isPart)}>
          {`{{${name}}}`}
        </Button>
      ))}
    </Group>
  );

  return (
    <div>
      <Textarea
        id={id}
        ref={field}
        data-autofocus={input['data-autofocus']}
        label={label}
        description={description}
        error={error}
        disabled={disabled}
        withAsterisk={required}
        aria-required={required}
        value={value ?? ''}
        autosize
        minRows={rows}
        maxRows={18}
        maxLength={input.maxLength}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.875rem' } }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {buttons(placeholders, t('list.templates.insertName'), false)}
      {parts.length > 0 && buttons(parts, t('list.templates.insertPart'), true)}
    </div>
  );
}
