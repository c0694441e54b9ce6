// Selects the account's language among those available.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { application } from '#contract/site/application.ts';
import { query } from '#web/lib/client/client.ts';
import type { CustomInput } from '#web/lib/editor/editor.tsx';

export const LanguageInput: CustomInput = ({ id, label, description, error, disabled, value, onChange }) => {
  const languages = useQuery(query(application.getAllLanguages, {})).data ?? [];
  return (
    <Select
      id={id}
      label={label}
      description={description}
      error={error}
      disabled={disabled}
      data={languages.map((language) => ({ value: language.id, label: language.name }))}
      value={value ?? null}
      onChange={onChange}
      clearable
    />
  );
};
