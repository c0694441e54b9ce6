// The modal editor of one record, with a form derived from the contract.
import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyResource, isNew } from '#contract/lib/resource.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { formatField, rowName } from '#web/lib/grid/format-value.ts';
import { fieldLabel, listText } from '#web/lib/grid/list-text.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Conflict } from './conflict.tsx';
import type { CustomInput } from './custom-input.ts';
import classes from './editor.module.css';
import { EditorFields } from './editor-fields.tsx';
import type { Row } from './row.ts';
import { type EditorForm, useEditor } from './use-editor.ts';

export interface EditorParts {
  /** Inputs for fields that need more than their kind's default. `null` omits a field from the form. */
  inputs?: Readonly<Record<string, CustomInput | null>>;
  /** How a conflict of two savers shows fields whose values are references; `picture` shows an id as its picture. */
  formats?: Readonly<Record<string, 'picture' | ((value: unknown, row: Row) => string)>>;
  /** Whether a field is of no use with the present values. */
  hides?: (field: string, values: Row) => boolean;
  /**
   * Answers a question that the server asks on saving: the fields to save with. Undefined for any other error; after
   * `cancelled`, the input stays as it is.
   */
  answerQuestion?: (error: unknown) => Promise<object | 'cancelled' | undefined>;
  /** Content below the fields, such as related records. */
  below?: (row: Row, form: EditorForm) => ReactNode;
  /** Content beside the fields where there is room, otherwise below them, such as a preview. */
  beside?: (row: Row, form: EditorForm) => ReactNode;
  /** Content above the fields, such as the languages of the text. */
  above?: (row: Row) => ReactNode;
}

interface Props extends EditorParts {
  resource: AnyResource;
  row: Row;
  readOnly?: boolean;
  onClose: () => void;
  onSaved: (saved: Row) => void;
}

export function Editor({
  resource,
  row,
  inputs = {},
  formats = {},
  below,
  beside,
  above,
  hides,
  answerQuestion,
  readOnly = false,
  onClose,
  onSaved,
}: Props) {
  const { t } = useTranslation();
  const { form, fields, submit, saving, canSave, known, contested, resolveConflict, adopt, remoteChange } = useEditor({
    resource,
    row,
    answerQuestion,
    onSaved: (saved) => guard.closeSaved(() => onSaved(saved)),
  });
  const guard = useUnsavedChangesGuard(() => !readOnly && form.isDirty());
  function close(): void {
    // Every open dialog receives Escape; only the topmost should close.
    if (document.querySelectorAll('.mantine-Modal-content').length > 1) return;
    void guard.confirmAndClose(onClose);
  }
  const isGone = remoteChange === 'gone';

  return (
    <LargeDialog
      onClose={close}
      size={beside ? '72rem' : 'xl'}
      title={isNew(known) ? listText(resource, 'new') : rowName(resource, known)}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={submitOnCtrlEnter}
      >
        <Conflict
          fields={fields
            .filter(([name]) => contested.includes(name))
            .map(([name, schema]) => ({
              name,
              label: fieldLabel(resource, name),
              format: (value) => {
                const own = formats[name];
                return typeof own === 'function' ? own(value, known) : formatField(resource, name, value, schema);
              },
              isPicture: formats[name] === 'picture',
            }))}
          theirs={known}
          mine={form.values}
          onResolve={resolveConflict}
        />
        {remoteChange && contested.length === 0 && (
          <Alert color={isGone ? 'orange' : 'blue'} variant="light" mb="md" role="status">
            {isGone
              ? t(canSave ? 'grid.goneInsertAgain' : 'grid.goneElsewhere')
              : t(remoteChange === 'merged' ? 'grid.mergedElsewhere' : 'grid.changedElsewhere')}
          </Alert>
        )}
        {above?.(row)}
        <div className={beside && classes.columns}>
          <div className={formClasses.fields} data-narrow={beside ? true : undefined}>
            <EditorFields {...{ resource, row, form, fields, inputs, hides, readOnly, adopt }} />
          </div>
          {beside && <div className={classes.beside}>{beside(row, form)}</div>}
        </div>
        {below?.(row, form)}
        <FormFoot isSticky>
          <Button variant="default" onClick={close}>
            {t(readOnly ? 'app.close' : 'app.cancel')}
          </Button>
          {!readOnly && (
            <Button type="submit" loading={saving} disabled={!canSave}>
              {t(isGone && canSave ? 'grid.insertAgain' : 'grid.save')}
            </Button>
          )}
        </FormFoot>
      </form>
    </LargeDialog>
  );
}
