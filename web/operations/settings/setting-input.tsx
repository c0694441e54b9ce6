// The input for a setting, by its type. Every value is text on the wire.
import { NumberInput, Switch, TextInput } from '@mantine/core';
import { settingBounds } from '#contract/operations/settings.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { hintBelow } from '#web/lib/editor/field-input.tsx';
import { settingDescription, settingName } from './setting-labels.ts';

export const SettingInput: CustomInput = ({ row, value, onChange, id, error, disabled }) => {
  const key = String(row.key);
  const shared = {
    'data-autofocus': true,
    inputWrapperOrder: hintBelow,
    id,
    label: settingName(key),
    description: settingDescription(key),
    error,
    disabled,
  };
  if (row.type === 'boolean') {
    const { inputWrapperOrder: _order, ...own } = shared;
    return (
      <Switch {...own} checked={value === 'true'} onChange={(event) => onChange(String(event.currentTarget.checked))} />
    );
  }
  if (row.type === 'number') {
    const { least = 0, most } = settingBounds[key] ?? {};
    return (
      <NumberInput
        {...shared}
        value={value ?? ''}
        min={least}
        max={most}
        clampBehavior="none"
        hideControls
        onChange={(next) => onChange(String(next))}
      />
    );
  }
  return <TextInput {...shared} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)} />;
};
