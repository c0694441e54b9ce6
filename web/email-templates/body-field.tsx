// The text of a mail, with the names that can be filled in at hand.
import { Button, Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnInput } from '#web/lib/editor/editor.tsx';

/** As the server knows them (server/mail/mail-text.ts). */
const names = ['company', 'hello', 'visitor', 'what', 'when', 'was'];

export const BodyField: OwnInput = ({ id, label, description, error, disabled, value, onChange }) => {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);

  function insert(name: string): void {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {};
    const text = String(value ?? '');
    const put = `{{${name}}}`;
    onChange(text.slice(0, from) + put + text.slice(to));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + put.length, from + put.length);
    });
  }

  return (
    <div>
      <Textarea
        id={id}
        ref={field}
        label={label}
        description={description}
        error={error}
        disabled={disabled}
        value={value ?? ''}
        autosize
        minRows={8}
        maxRows={18}
        maxLength={5000}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.875rem' } }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap={6} mt={6} role="group" aria-label={t('list.emailtemplates.insertPart')}>
        {names.map((name) => (
          <Button key={name} variant="default" size="compact-xs" disabled={disabled} onClick={() => insert(name)}>
            {`{{${name}}}`}
          </Button>
        ))}
      </Group>
    </div>
  );
};
