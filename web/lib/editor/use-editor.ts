// Fills, validates and saves an editor. Input survives rejections, conflicts and lost connections.
import { useForm } from '@mantine/form';
import i18next from 'i18next';
import { useState } from 'react';
import { newId } from '#contract/lib/fields.ts';
import { type AnyResource, isNew } from '#contract/lib/resource.ts';
import { fieldsOf } from '#contract/lib/wire.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { rowName } from '#web/lib/grid/format-value.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { uploadsEnded } from './pending-uploads.ts';
import type { Row } from './row.ts';
import { loadRow, useLiveRow } from './use-live-row.ts';
import { isConflict, isSame, useVersionedForm } from './use-versioned-form.ts';

export type Values = Record<string, unknown>;
export type EditorForm = ReturnType<typeof useEditor>['form'];

interface Options {
  resource: AnyResource;
  row: Row;
  answerQuestion?: ((error: unknown) => Promise<object | 'cancelled' | undefined>) | undefined;
  onSaved: (saved: Row) => void;
}

/** The fields of the form, in the contract's order. */
export function fieldsOfInput({ declared }: AnyResource) {
  return Object.entries((declared.input && fieldsOf(declared.input)) ?? {});
}

export function useEditor({ resource, row, answerQuestion, onSaved }: Options) {
  const fields = fieldsOfInput(resource);
  const [saving, setSaving] = useState(false);
  /** The change made to the record elsewhere while it is open here. */
  const [remoteChange, setRemoteChange] = useState<'changed' | 'merged' | 'gone'>();
  const valuesOf = (from: Row): Values => Object.fromEntries(fields.map(([name]) => [name, from[name] ?? null]));
  const form = useForm<Values>({
    initialValues: valuesOf(row),
    validate(values): Record<string, string> {
      const operation = savingOperation();
      return operation ? validateBy<Values>(operation)(values) : {};
    },
  });

  const { base, contested, hasSameValues, rebase, adoptSaved, receive, handleConflict, resolveConflict } =
    useVersionedForm<Row, Values>({ form, row, rowSchema: resource.declared.row, valuesOf });

  /** A record that was deleted elsewhere is inserted again, if its list allows it. */
  const isAdded = isNew(base) || remoteChange === 'gone';
  function savingOperation() {
    return isAdded ? resource.operations.insert : resource.operations.update;
  }

  async function submit(version = isAdded ? undefined : base.version, answers: object = {}): Promise<void> {
    if (saving || contested.length > 0) return;
    setSaving(true);
    let retry: { version: unknown; answers: object } | undefined;
    try {
      await uploadsEnded();
      const { hasErrors, errors } = form.validate();
      if (hasErrors) return focusFirst(fields, errors);
      const operation = savingOperation();
      if (!operation) return;
      const submitted = structuredClone(form.getValues());
      const input = { ...submitted, ...answers, id: isAdded ? newId : base.id, version };
      // Both operations return a row.
      const saved = (await call(operation, input, { handlesErrors: [404, 409] })) as Row;
      toast('success', i18next.t('grid.saved', { name: rowName(resource, saved) }));
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isQueryOf(resource, queryKey) });
      setRemoteChange(undefined);
      if (adoptSaved(saved, submitted)) onSaved(saved);
    } catch (error) {
      const operation = savingOperation();
      const answer = await answerQuestion?.(error);
      if (answer) retry = answer === 'cancelled' ? undefined : { version, answers: answer };
      else if (error instanceof CallError && error.status === 404) await handleMissing(error);
      else if (isConflict(error)) retry = retryOn(handleConflict(error));
      else if (operation && applyMessages(form, error, operation)) focusFirst(fields, {});
    } finally {
      setSaving(false);
    }
    if (retry) await submit(retry.version, retry.answers);
  }

  /** Something that the input names is missing: the record itself, or one that it refers to. */
  async function handleMissing(error: CallError): Promise<void> {
    const found = isAdded ? base : await loadRow(resource, base.id);
    if (!found) setRemoteChange('gone');
    else toast('danger', error.message);
  }

  /** Shows a record that an input has saved by itself, and preserves what is typed in the other inputs. */
  function adopt(saved: Row): void {
    const [before, values] = [valuesOf(base), valuesOf(saved)];
    // Live updates about this save, or an earlier one, may arrive before or after its answer.
    const isKnown = saved.version === base.version;
    rebase(saved, (name) => !isSame(values[name], before[name]) || (isKnown && contested.includes(name)));
    ignorePending();
  }

  /**
   * Handles a change made elsewhere: merges it with the input, and shows the fields that both have changed.
   */
  function handleRemoteChange(changedRow: Row | undefined): void {
    if (saving || changedRow?.version === base.version) return;
    if (!changedRow) {
      setRemoteChange('gone');
      return;
    }
    const change = form.isDirty() ? 'merged' : 'changed';
    setRemoteChange((before) => (hasSameValues(changedRow) ? (before === 'gone' ? undefined : before) : change));
    receive(changedRow);
  }
  const ignorePending = useLiveRow(resource, row, handleRemoteChange);

  const canSave = contested.length === 0 && savingOperation() !== undefined;
  return { form, fields, submit, saving, canSave, known: base, contested, resolveConflict, adopt, remoteChange };
}

/** True when a cached query belongs to this resource. */
export function isQueryOf({ area, name }: AnyResource, queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(`api/${area}/${name}/`);
}

const retryOn = (row: Row | undefined) => row && { version: row.version, answers: {} };

export const inputId = (field: string) => `edit-${field}`;

/** Focuses the first invalid input of the form with these fields. `errors`: the messages by field. */
function focusFirst(fields: readonly (readonly [string, unknown])[], errors: Record<string, unknown>): void {
  const inputs = fields.map(([name]) => document.getElementById(inputId(name)));
  const form = inputs.find((input) => input !== null)?.closest('form');
  focusFirstWrong(form, Object.keys(errors).map(inputId));
}
