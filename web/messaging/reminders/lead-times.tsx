// How long before an appointment reminders leave: some of the offered times.
import { Chip, Input } from '@mantine/core';
import { maxLeads, offeredLeads } from '#contract/messaging/reminder-leads.ts';
import { leadText } from './lead-text.ts';
import classes from './lead-times.module.css';

interface Props {
  label: string;
  description?: string | undefined;
  error?: React.ReactNode;
  disabled?: boolean;
  /** Hours before the start. */
  value: readonly number[];
  onChange: (leads: number[]) => void;
}

export function LeadTimes({ label, description, error, disabled = false, value, onChange }: Props) {
  // A lead time that a program has set is shown beside those that the screen offers.
  const offered = [...new Set([...offeredLeads, ...value])].sort((a, b) => a - b);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <fieldset aria-label={label} className={classes.leads}>
        <Chip.Group
          multiple
          value={value.map(String)}
          onChange={(chosen) => onChange(chosen.map(Number).sort((a, b) => b - a))}
        >
          {offered.map((hours) => (
            <Chip
              key={hours}
              value={String(hours)}
              variant="outline"
              size="sm"
              disabled={disabled || (value.length >= maxLeads && !value.includes(hours))}
            >
              {leadText(hours)}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
    </Input.Wrapper>
  );
}
