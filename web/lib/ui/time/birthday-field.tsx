// A birthday: a day, or a day and month where the year is unknown.
import { Checkbox } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { asDay, hasYear } from '#contract/lib/birthday.ts';
import { plainDay } from '#web/lib/dates.ts';
import { DayField } from './day-field.tsx';

interface Props extends Omit<ComponentProps<typeof DayField>, 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, `--MM-DD` or empty. */
  value: string | null | undefined;
  onChange: (birthday: string) => void;
}

export function BirthdayField({ value, onChange, ...shared }: Props) {
  const { t } = useTranslation();
  const isYearless = Boolean(value && !hasYear(value));
  return (
    <div>
      <DayField
        {...shared}
        value={asDay(value ?? '')}
        onChange={(day) => onChange(day && isYearless ? withoutYear(day) : day)}
        {...(isYearless && { format: (day) => plainDay(day, { day: 'numeric', month: 'long' }) })}
        clearable={!shared.required}
      />
      {value && (
        <Checkbox
          size="xs"
          mt={6}
          label={t('customers.noYear')}
          disabled={shared.disabled}
          checked={isYearless}
          // The year that is shown then would be none of the person's.
          onChange={(event) => onChange(event.currentTarget.checked ? withoutYear(value) : '')}
        />
      )}
    </div>
  );
}

function withoutYear(day: string): string {
  return `--${day.slice(-5)}`;
}
