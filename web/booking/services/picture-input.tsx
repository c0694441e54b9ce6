// The picture of a service on public profiles.
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { PictureField } from '#web/lib/editor/picture-field.tsx';

export function ServicePictureInput({ id, label, description, error, disabled, value, onChange }: CustomInputProps) {
  return (
    <PictureField
      use="portrait"
      id={id}
      label={label}
      description={description}
      error={error}
      disabled={disabled}
      value={value}
      onChange={onChange}
    />
  );
}
