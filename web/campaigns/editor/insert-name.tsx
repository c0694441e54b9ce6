// Inserts the placeholder of a value that differs between recipients where the caret is in a field.
import { Select } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { campaignPlaceholders } from '#contract/campaigns/blocks.ts';

interface Props {
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  onChange(text: string): void;
}

export function InsertName({ field, onChange }: Props) {
  const { t } = useTranslation();
  const insertions = useInsertions();
  const insert = (text: string) => {
    const input = field.current;
    if (!input) return;
    const { value } = input;
    const start = input.selectionStart ?? value.length;
    onChange(`${value.slice(0, start)}${text}${value.slice(input.selectionEnd ?? start)}`);
    requestAnimationFrame(() => {
      input.focus();
      input.setSelectionRange(start + text.length, start + text.length);
    });
  };
  return (
    <Select
      size="xs"
      aria-label={t('campaigns.edit.insert')}
      placeholder={t('campaigns.edit.insert')}
      value={null}
      data={insertions.map(({ text, label }) => ({ value: text, label }))}
      onChange={(text) => text && insert(text)}
      w="12rem"
      mt={4}
    />
  );
}

/** The placeholders, with the names that people give them. */
export function useInsertions(): readonly { text: string; label: string }[] {
  const { t } = useTranslation();
  const labels: Record<(typeof campaignPlaceholders)[number], string> = {
    name: t('campaigns.edit.insertName'),
    company: t('campaigns.edit.insertCompany'),
  };
  return Object.entries(labels).map(([name, label]) => ({ text: `{{${name}}}`, label }));
}
