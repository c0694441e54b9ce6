// The category of a service.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CustomInputProps } from '#web/lib/editor/editor.tsx';
import { hintBelow } from '#web/lib/editor/field-input.tsx';
import { choicesQuery } from './choices.ts';

export function CategoryInput({ id, label, description, error, disabled, value, onChange }: CustomInputProps) {
  const { data } = useQuery(choicesQuery);
  return (
    <Select
      id={id}
      label={label}
      description={description}
      inputWrapperOrder={hintBelow}
      error={error}
      disabled={disabled}
      clearable
      data={data?.categories.map((category) => ({ value: category.id, label: category.name })) ?? []}
      value={data ? value : null}
      onChange={onChange}
    />
  );
}
