// A time of the day: hours and minutes, with morning or afternoon where the page's language has them.
import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockFormat } from './clock-format.ts';
import classes from './time-field.module.css';

interface Props {
  id?: string;
  /** Names the parts for screen readers, too. */
  label: string;
  /** The label is not in view. */
  isLabelHidden?: boolean;
  /** `HH:MM`, or empty. */
  value?: string;
  onChange?: (time: string) => void;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

export function TimeField({ id, label, isLabelHidden, required = false, onChange, error, ...props }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const part = {
    'aria-invalid': Boolean(error),
    'aria-required': required,
    // Escape closes the list first, then the dialog around it.
    'data-mantine-stop-propagation': isOpen || undefined,
  };
  return (
    <TimePicker
      {...props}
      {...(!isLabelHidden && { label, withAsterisk: required, labelProps: id ? { htmlFor: id } : undefined })}
      error={error}
      onChange={(time) => onChange?.(time)}
      {...clockFormat()}
      classNames={{ field: classes.field, control: classes.control }}
      withDropdown
      popoverProps={{ opened: isOpen }}
      onClick={() => setOpen(true)}
      onFocusCapture={() => setOpen(true)}
      onBlurCapture={() => setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      minutesStep={5}
      hoursInputLabel={t('hours.hoursOf', { label })}
      minutesInputLabel={t('hours.minutesOf', { label })}
      amPmInputLabel={t('hours.dayHalfOf', { label })}
      hoursInputProps={{ ...part, ...(id && { id }) }}
      minutesInputProps={part}
      amPmSelectProps={part}
      hiddenInputProps={{ 'data-time': label }}
    />
  );
}
