// An input of a page's own, for a field that needs more than its kind's default.
import type { ComponentType } from 'react';
import type { InputProps } from './field-input.tsx';
import type { Row } from './row.ts';
import type { EditorForm } from './use-editor.ts';

/** The props of a page's own input: `form` sets other fields, `adopt` takes a record that the input has saved. */
export type CustomInputProps = InputProps & {
  /** The limit of a text. */
  maxLength: number | undefined;
  form: EditorForm;
  row: Row;
  adopt: (saved: Row) => void;
};
export type CustomInput = ComponentType<CustomInputProps>;
