// Selects the account's language among those available.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { application } from '#contract/site/application.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';

const languagesQuery = query(application.getAllLanguages, {});

/** The name of a language that the input offers. */
export function languageNameOf(id: unknown): string {
  return queryClient.getQueryData(languagesQuery.queryKey)?.find((language) => language.id === id)?.name ?? '';
}

export const LanguageInput: CustomInput = ({ id, label, description, error, disabled, value, onChange }) => {
  const languages = useQuery(languagesQuery).data ?? [];
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
