// The name of a menu item while it is being typed: Enter or leaving it saves, Escape takes it back.
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLength } from '#contract/operations/menu.ts';

interface Props {
  name: string;
  onSave: (name: string) => Promise<boolean>;
  onClose: () => void;
}

export function NameField({ name, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const [isWrong, setWrong] = useState(false);
  const isDone = useRef(false);

  function save(): void {
    const next = text.trim();
    if (isDone.current) return;
    if (next.length < nameLength.min || next.length > nameLength.max) {
      setWrong(true);
      return;
    }
    isDone.current = true;
    onClose();
    if (next !== name) void onSave(next);
  }

  return (
    <TextInput
      size="sm"
      aria-label={t('menu.rename', { name })}
      value={text}
      error={isWrong ? t('menu.name') : undefined}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setWrong(false);
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key !== 'Escape') return;
        isDone.current = true;
        onClose();
      }}
    />
  );
}
