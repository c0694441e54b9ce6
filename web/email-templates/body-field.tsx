// The text of a mail, with what can be filled into it at hand.
import { Button, Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mailNames, mailParts } from '#contract/email-templates.ts';
import type { OwnInput } from '#web/lib/editor/editor.tsx';
import { insertInto } from './insert-into.ts';

export const BodyField: OwnInput = ({ id, label, description, error, required, disabled, value, onChange, row }) => {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const kind = String(row.key).split('.')[0] ?? '';
  // Only a mail about a new time knows what was before.
  const names = mailNames.filter((name) => name !== 'was' || kind === 'changed');
  const parts = kind in mailParts ? mailParts[kind as keyof typeof mailParts] : [];

  function insert(name: string, isPart: boolean): void {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const { text, at } = insertInto(String(value ?? ''), [selectionStart, selectionEnd], `{{${name}}}`, isPart);
    onChange(text);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  }
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
        label={label}
        description={description}
        error={error}
        disabled={disabled}
        withAsterisk={required}
        aria-required={required}
        value={value ?? ''}
        autosize
        minRows={8}
        maxRows={18}
        maxLength={5000}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.875rem' } }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {buttons(names, t('list.emailtemplates.insertName'), false)}
      {parts.length > 0 && buttons(parts, t('list.emailtemplates.insertPart'), true)}
    </div>
  );
};
