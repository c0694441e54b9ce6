// The value of a setting, by its type; on the wire every value is a text.
import { NumberInput, Switch, TextInput } from '@mantine/core';
import type { OwnInput } from '#web/lib/editor/editor.tsx';

export const SettingInput: OwnInput = ({ row, value, onChange, id, label, description, error, disabled }) => {
  const shared = { id, label: String(row.key ?? label), description, error, disabled };
  if (row.type === 'boolean') {
    return (
      <Switch
        {...shared}
        checked={value === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  }
  if (row.type === 'number') {
    return (
      <NumberInput {...shared} value={value ?? ''} min={0} hideControls onChange={(next) => onChange(String(next))} />
    );
  }
  return <TextInput {...shared} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)} />;
};
