// One field of an editor: the input for its kind, with label, hint and error.
import { type InputWrapperProps, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import type { ReactNode } from 'react';
import type { FieldRules } from '#web/lib/forms/field-rules.ts';
import { euroInput } from '#web/lib/money.ts';
import { BirthdayField } from '#web/lib/ui/time/birthday-field.tsx';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import { ZoneField } from '#web/lib/ui/time/zone-field.tsx';
import { dateTimePickerProps } from './date-picker-props.ts';
import { fromLocal, toLocal } from './local-time.ts';

/** Props of every editor input, including a page's custom inputs. */
export interface InputProps {
  id: string;
  label: string;
  description: string | undefined;
  error: ReactNode;
  required: boolean;
  disabled: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the type depends on the field's schema, which a custom input knows.
  value: any;
  onChange: (value: unknown) => void;
  /** Set on the first field, which receives the focus. */
  'data-autofocus'?: boolean;
}

interface Props extends InputProps {
  rules: FieldRules;
  /** Returns the label of an option. */
  optionLabel: (option: string) => string;
}

/** Places the hint below the input: inputs on one line then align. */
export const hintBelow: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

/** True when the kind allows several lines. The maximum length does not matter. */
export function isMultiline({ kind }: FieldRules): boolean {
  return kind === 'html' || kind === 'lines';
}

/** The greatest length of a text; undefined for other kinds. */
export function longestOf({ kind, max: most }: FieldRules): number | undefined {
  return kind === 'number' || kind === 'money' ? undefined : most;
}

export function FieldInput({ rules, optionLabel, onChange, value, ...shared }: Props) {
  const { kind, max } = rules;
  const common = commonProps(shared);
  switch (kind) {
    case 'boolean':
      return (
        <Switch
          id={shared.id}
          label={shared.label}
          description={shared.description}
          error={shared.error}
          disabled={shared.disabled}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
    case 'money':
      return <NumberField {...{ common, rules, value, onChange }} />;
    case 'enum':
      return (
        <Select
          {...common}
          data={rules.options.map((option) => ({ value: option, label: optionLabel(option) }))}
          value={value ?? null}
          onChange={onChange}
          allowDeselect={false}
        />
      );
    case 'timeZone':
      return <ZoneField {...common} value={value} onChange={(next) => onChange(next ?? '')} />;
    case 'date':
      return (
        <DayField
          {...shared}
          inputWrapperOrder={hintBelow}
          value={value}
          onChange={onChange}
          clearable={!shared.required}
        />
      );
    case 'birthday':
      return <BirthdayField {...shared} inputWrapperOrder={hintBelow} value={value} onChange={onChange} />;
    case 'instant':
      return (
        <DateTimePicker
          {...shared}
          inputWrapperOrder={hintBelow}
          required={false}
          withAsterisk={shared.required}
          value={value ? toLocal(value) : null}
          onChange={(next) => onChange(next ? fromLocal(next) : '')}
          {...dateTimePickerProps()}
          clearable={!shared.required}
        />
      );
    case 'html':
      return (
        <Textarea
          {...common}
          value={value ?? ''}
          maxLength={max}
          autosize
          minRows={8}
          maxRows={18}
          spellCheck
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.875rem' } }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return <TextField {...{ common, rules, value, onChange }} />;
  }
}

type Common = ReturnType<typeof commonProps>;

/** The asterisk marks required fields; the native `required` would open the browser's own message over the page's. */
function commonProps(shared: Omit<InputProps, 'value' | 'onChange'>) {
  return {
    ...shared,
    withAsterisk: shared.required,
    required: false,
    'aria-required': shared.required,
    inputWrapperOrder: hintBelow,
  };
}

interface FieldProps extends Pick<Props, 'rules' | 'value' | 'onChange'> {
  common: Common;
}

function NumberField({ common, rules, value, onChange }: FieldProps) {
  return (
    <NumberInput
      {...common}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      min={rules.min}
      max={rules.max}
      clampBehavior="none"
      allowDecimal={!rules.isWhole}
      {...(rules.kind === 'money' && euroInput())}
      hideControls
    />
  );
}

function TextField({ common, rules, value, onChange }: FieldProps) {
  const text = { ...common, value: value ?? '', maxLength: rules.max };
  if (isMultiline(rules))
    return (
      <Textarea {...text} autosize minRows={3} maxRows={12} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  const type = rules.kind === 'eMail' ? 'email' : rules.kind === 'phone' ? 'tel' : 'text';
  return (
    <TextInput {...text} type={type} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
