// Fills, validates and saves an editor. Input survives rejections, conflicts and lost connections.
import { useForm } from '@mantine/form';
import i18next from 'i18next';
import { useState } from 'react';
import { type AnyResource, isNew } from '#contract/lib/resource.ts';
import { fieldsOf, fromWire } from '#contract/lib/wire.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { rowName } from '#web/lib/grid/format-value.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import type { Row } from './row.ts';
import { useLiveRow } from './use-live-row.ts';

export type Values = Record<string, unknown>;
export type EditorForm = ReturnType<typeof useEditor>['form'];

interface Options {
  resource: AnyResource;
  row: Row;
  onSaved: (saved: Row) => void;
}

/** The fields of the form, in the contract's order. */
export function fieldsOfInput({ declared }: AnyResource) {
  return Object.entries((declared.input && fieldsOf(declared.input)) ?? {});
}

export function useEditor({ resource, row, onSaved }: Options) {
  const fields = fieldsOfInput(resource);
  const [saving, setSaving] = useState(false);
  /** The version of the record that the form's values are based on. */
  const [base, setBase] = useState(row);
  /** The version that another person has saved since. */
  const [theirs, setTheirs] = useState<Row>();
  /** The last change made elsewhere while the editor is open. */
  const [remoteChange, setRemoteChange] = useState<'changed' | 'gone'>();
  const valuesOf = (from: Row): Values => Object.fromEntries(fields.map(([name]) => [name, from[name] ?? null]));
  const operation = isNew(base) ? resource.operations.insert : resource.operations.update;
  const form = useForm<Values>({
    initialValues: valuesOf(row),
    validate: operation && validateBy<Values>(operation),
  });

  async function submit(version = isNew(base) ? undefined : base.version): Promise<void> {
    if (saving) return;
    const { hasErrors, errors } = form.validate();
    if (hasErrors) return focusFirst(fields, errors);
    if (!operation) return;
    setSaving(true);
    let retryRow: Row | undefined;
    try {
      const submitted = structuredClone(form.getValues());
      const input = { ...submitted, id: base.id, version };
      const saved = (await call(operation, input, { handlesErrors: [409] })) as Row; // Both operations return a row.
      toast('success', i18next.t('grid.saved', { name: rowName(resource, saved) }));
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isQueryOf(resource, queryKey) });
      const current = form.getValues();
      if (isSame(current, submitted)) onSaved(saved);
      // The person typed during the save: preserve their input and continue from the saved record.
      else rebase(saved, (name) => isSame(current[name], submitted[name]));
    } catch (error) {
      if (error instanceof CallError && error.status === 409) retryRow = handleConflict(error);
      else if (applyMessages(form, error, operation)) focusFirst(fields, {});
    } finally {
      setSaving(false);
    }
    if (retryRow) await submit(retryRow.version);
  }

  /**
   * Shows another person's changes. Returns the record if they affect no field of this form, such as a job's last run.
   */
  function handleConflict(error: CallError): Row | undefined {
    const wire = (error.body as { Row?: unknown } | undefined)?.Row; // Wire format.
    if (!wire) {
      toast('danger', error.message);
      return undefined;
    }
    const conflictRow = fromWire(resource.declared.row, wire, { query: false }, []) as Row;
    if (isSame(valuesOf(conflictRow), valuesOf(base))) {
      setBase(conflictRow);
      return conflictRow;
    }
    setTheirs(conflictRow);
    return undefined;
  }

  /**
   * Continues from the other version. With `mine`, the next save overwrites it; with `theirs`, the form takes its
   * values.
   */
  function resolveConflict(side: 'mine' | 'theirs'): void {
    if (!theirs) return;
    rebase(theirs, () => side === 'theirs');
    setTheirs(undefined);
  }

  /** Takes over a record that one input has saved by itself. Unsaved input in other fields stays. */
  function adopt(saved: Row): void {
    const [before, values] = [valuesOf(base), valuesOf(saved)];
    rebase(saved, (name) => !isSame(values[name], before[name]));
    // Live updates about this save, or an earlier one, may arrive before or after its answer.
    ignorePending();
    setTheirs((others) => (others?.version === saved.version ? undefined : others));
  }

  /** Continues from a record. Keeps the current input except in fields for which `isReplaced` returns true. */
  function rebase(from: Row, isReplaced: (field: string) => boolean): void {
    const values = valuesOf(from);
    setBase(from);
    form.setValues(Object.fromEntries(Object.entries(values).filter(([name]) => isReplaced(name))));
    form.resetDirty(values);
  }

  /**
   * Handles a change made elsewhere: adopt it while the form is unchanged, else show the conflict and keep the input.
   */
  function handleRemoteChange(changedRow: Row | undefined): void {
    if (saving || changedRow?.version === base.version) return;
    if (!changedRow) setRemoteChange('gone');
    else if (isSame(valuesOf(changedRow), valuesOf(base))) setBase(changedRow);
    else if (form.isDirty()) setTheirs(changedRow);
    else {
      rebase(changedRow, () => true);
      setRemoteChange('changed');
    }
  }
  const ignorePending = useLiveRow(resource, row, handleRemoteChange);

  return { form, fields, submit, saving, known: base, theirs, settle: resolveConflict, adopt, news: remoteChange };
}

/** True when a cached query belongs to this resource. */
export function isQueryOf({ area, name }: AnyResource, queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(`api/${area}/${name}/`);
}

/** Compares JSON values, which rows and form values are. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const inputId = (field: string) => `edit-${field}`;

/** The first wrong input of the form that has these fields; `errors`: what is wrong by its own words. */
function focusFirst(fields: readonly (readonly [string, unknown])[], errors: Record<string, unknown>): void {
  const inputs = fields.map(([name]) => document.getElementById(inputId(name)));
  const form = inputs.find((input) => input !== null)?.closest('form');
  focusFirstWrong(form, Object.keys(errors).map(inputId));
}
