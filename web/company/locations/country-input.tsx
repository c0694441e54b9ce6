// The country of a location: chosen from the list, or typed as it was stored before.
import { Autocomplete } from '@mantine/core';
import { countryOptions } from '#web/lib/countries.ts';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';

export function CountryInput({
  id,
  label,
  description,
  error,
  disabled,
  value,
  maxLength,
  onChange,
}: CustomInputProps) {
  return (
    <Autocomplete
      {...{ id, label, description, error, disabled, maxLength }}
      autoComplete="country-name"
      data={countryOptions().map((option) => option.label)}
      limit={300}
      selectFirstOptionOnChange
      value={String(value ?? '')}
      onChange={onChange}
    />
  );
}
