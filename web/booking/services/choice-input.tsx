// A field of the editor of services in which one of several values is chosen.
import { Select, type SelectProps } from '@mantine/core';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { hintBelow } from '#web/lib/editor/field-input.tsx';

interface Props extends CustomInputProps {
  data: { value: string; label: string }[];
  look?: Pick<SelectProps, 'allowDeselect' | 'clearable' | 'leftSection' | 'renderOption'>;
}

export function ChoiceInput({ id, label, description, error, disabled, value, onChange, data, look }: Props) {
  return (
    <Select
      id={id}
      label={label}
      description={description}
      inputWrapperOrder={hintBelow}
      error={error}
      disabled={disabled}
      data={data}
      value={value}
      onChange={onChange}
      {...look}
    />
  );
}
