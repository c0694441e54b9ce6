// The colour of a service in calendars.
import { Select } from '@mantine/core';
import { companyServices, serviceColours } from '#contract/booking/services.ts';
import type { CustomInputProps } from '#web/lib/editor/editor.tsx';
import { hintBelow } from '#web/lib/editor/field-input.tsx';
import { optionLabel } from '#web/lib/grid/list-text.ts';
import classes from './services.module.css';

export function ColourInput({ id, label, description, error, disabled, value, onChange }: CustomInputProps) {
  return (
    <Select
      id={id}
      label={label}
      description={description}
      inputWrapperOrder={hintBelow}
      error={error}
      disabled={disabled}
      allowDeselect={false}
      data={serviceColours.map((colour) => ({ value: colour, label: optionLabel(companyServices, 'colour', colour) }))}
      leftSection={<Swatch colour={value} />}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <Swatch colour={option.value} />
          {option.label}
        </span>
      )}
      value={value}
      onChange={onChange}
    />
  );
}

function Swatch({ colour }: { colour: string }) {
  return <span className={classes.swatch} data-colour={colour} aria-hidden="true" />;
}
