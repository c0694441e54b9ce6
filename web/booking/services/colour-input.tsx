// The colour of a service in calendars.
import { companyServices, serviceColours } from '#contract/booking/services.ts';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { optionText } from '#web/lib/grid/list-text.ts';
import { ChoiceInput } from './choice-input.tsx';
import classes from './services.module.css';

export function ColourInput(props: CustomInputProps) {
  return (
    <ChoiceInput
      {...props}
      data={serviceColours.map((colour) => ({ value: colour, label: optionText(companyServices, 'colour', colour) }))}
      look={{
        allowDeselect: false,
        leftSection: <Swatch colour={props.value} />,
        renderOption: ({ option }) => (
          <span className={classes.option}>
            <Swatch colour={option.value} />
            {option.label}
          </span>
        ),
      }}
    />
  );
}

function Swatch({ colour }: { colour: string }) {
  return <span className={classes.swatch} data-colour={colour} aria-hidden="true" />;
}
