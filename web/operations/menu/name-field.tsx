// The name of a menu item while it is edited: Enter or blur saves, Escape cancels.
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuItems } from '#contract/operations/menu.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';

interface Props {
  name: string;
  onSave: (name: string) => Promise<boolean>;
  onClose: () => void;
}

export function NameField({ name, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const [wrong, setWrong] = useState<string>();
  const isDone = useRef(false);

  function save(): void {
    const next = text.trim();
    if (isDone.current) return;
    const { name: message } = validateBy(menuItems.update)({ name: next });
    setWrong(message);
    if (message) return;
    isDone.current = true;
    onClose();
    if (next !== name) void onSave(next);
  }

  return (
    <TextInput
      size="sm"
      aria-label={t('menu.rename', { name })}
      value={text}
      error={wrong}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setWrong(undefined);
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
