// A day without a zone: typed as people of the page's language write it, or chosen from a month.
import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { datePickerProps } from '#web/lib/editor/date-picker-props.ts';
import { formatDay, parseDay } from './typed-day.ts';

interface Props extends Omit<DateInputProps, 'value' | 'onChange' | 'minDate'> {
  /** `YYYY-MM-DD`, or empty. */
  value?: string | undefined;
  onChange?: (day: string) => void;
  /** How a day is written; by default in figures. */
  format?: ((day: string) => string) | undefined;
  /** The first day that can be chosen. */
  min?: string | undefined;
}

export function DayField({ value, onChange, onBlur, required = false, format = formatDay, min, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DateInput
      {...props}
      withAsterisk={required}
      aria-required={required}
      value={value || null}
      onChange={(day) => {
        setOpen(false);
        onChange?.(day ?? '');
      }}
      // Mantine opens the month on focus, where it would cover a dialog that has just opened.
      onClick={() => setOpen(true)}
      onBlur={(event) => {
        setOpen(false);
        onBlur?.(event);
      }}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      valueFormat={format}
      dateParser={parseDay}
      minDate={min}
      allowDeselect={!required}
      {...datePickerProps()}
      popoverProps={{ opened: isOpen }}
      // Escape closes the month first, then the dialog around it.
      data-mantine-stop-propagation={isOpen || undefined}
    />
  );
}
