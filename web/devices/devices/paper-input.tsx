// The width of a printer's paper.
import { Select } from '@mantine/core';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { hintBelow } from '#web/lib/editor/field-input.tsx';

const widths = [
  { value: '384', label: '58 mm' },
  { value: '576', label: '80 mm' },
];

export const widthOfPaper = (dots: unknown) => widths.find(({ value }) => value === String(dots))?.label ?? '';

export const PaperInput: CustomInput = ({ form: _form, row: _row, adopt: _adopt, maxLength: _max, ...input }) => (
  <Select
    {...input}
    inputWrapperOrder={hintBelow}
    data={widths}
    value={String(input.value)}
    onChange={(dots) => input.onChange(Number(dots))}
    allowDeselect={false}
  />
);
