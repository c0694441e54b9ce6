// Inserts the placeholder of a value that differs between recipients at the caret of a field.
import { Select } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { campaignPlaceholders } from '#contract/campaigns/blocks.ts';
import { insertAtCaret } from '#web/lib/forms/insert-at-caret.ts';

interface Props {
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  onChange(text: string): void;
}

export function InsertName({ field, onChange }: Props) {
  const { t } = useTranslation();
  const insertions = useInsertions();
  return (
    <Select
      size="xs"
      aria-label={t('campaigns.edit.insert')}
      placeholder={t('campaigns.edit.insert')}
      value={null}
      data={insertions.map(({ text, label }) => ({ value: text, label }))}
      onChange={(text) => text && insertAtCaret(field.current, text, onChange)}
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
