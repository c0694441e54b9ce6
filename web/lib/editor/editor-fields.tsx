import type { AnyResource } from '#contract/lib/resource.ts';
import { rulesOf } from '#web/lib/forms/field-rules.ts';
import { fieldHint, fieldLabel, optionText } from '#web/lib/grid/list-text.ts';
import type { CustomInput } from './custom-input.ts';
import classes from './editor.module.css';
import { FieldInput, isMultiline, longestOf } from './field-input.tsx';
import type { Row } from './row.ts';
import { type EditorForm, inputId, type useEditor } from './use-editor.ts';

interface Props {
  resource: AnyResource;
  row: Row;
  form: EditorForm;
  fields: ReturnType<typeof useEditor>['fields'];
  inputs: Readonly<Record<string, CustomInput | null>>;
  hides: ((field: string, values: Row) => boolean) | undefined;
  readOnly: boolean;
  adopt: (saved: Row) => void;
}

export function EditorFields({ resource, row, form, fields, inputs, hides, readOnly, adopt }: Props) {
  const visibleFields = fields.filter(
    ([name, schema]) =>
      inputs[name] !== null && (inputs[name] || rulesOf(schema).kind !== 'id') && !hides?.(name, form.values as Row),
  );

  return visibleFields.map(([name, schema], index) => {
    const rules = rulesOf(schema);
    const props = {
      id: inputId(name),
      label: fieldLabel(resource, name),
      description: fieldHint(resource, name),
      error: form.errors[name],
      required: rules.isRequired,
      disabled: readOnly,
      value: form.values[name],
      onChange: (value: unknown) => form.setFieldValue(name, value),
      ...(index === 0 && { 'data-autofocus': true }),
    };
    const Custom = inputs[name];
    return (
      <div
        key={name}
        className={classes.field}
        data-wide={isMultiline(rules) || undefined}
        data-switch={(!Custom && rules.kind === 'boolean') || undefined}
      >
        {Custom ? (
          <Custom {...props} maxLength={longestOf(rules)} form={form} row={row} adopt={adopt} />
        ) : (
          <FieldInput {...props} rules={rules} optionLabel={(option) => optionText(resource, name, option)} />
        )}
      </div>
    );
  });
}
