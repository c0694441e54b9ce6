// The file of a version of an application.
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { FileField } from '#web/lib/editor/file-field.tsx';

export const ApplicationInput: CustomInput = ({ row, form: _form, adopt: _adopt, maxLength: _max, ...input }) => (
  <FileField
    {...input}
    use="application"
    value={input.value ?? null}
    name={String(row.fileName ?? '')}
    canRemove={false}
  />
);
