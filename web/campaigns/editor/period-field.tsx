// The first or the last moment of a campaign, in the zone of the company.
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import type { ReactNode } from 'react';
import { dateTimePickerProps } from '#web/lib/editor/date-picker-props.ts';
import { fromLocal, toLocal } from '#web/lib/editor/local-time.ts';

interface Props {
  label: string;
  /** An instant. */
  value: string;
  zone: string;
  error: ReactNode;
  disabled: boolean;
  onChange(at: string): void;
}

export function PeriodField({ label, value, zone, error, disabled, onChange }: Props) {
  return (
    <DateTimePicker
      label={label}
      withAsterisk
      error={error}
      disabled={disabled}
      value={value ? toLocal(value, zone) : null}
      onChange={(next) => onChange(next ? fromLocal(next, zone) : '')}
      {...dateTimePickerProps()}
    />
  );
}
