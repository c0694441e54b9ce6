// Fills, checks and saves an editor: nothing typed is lost to a refusal, a conflict or a connection.
import { useForm } from '@mantine/form';
import i18next from 'i18next';
import { useState } from 'react';
import { type AnyResource, isNew } from '#contract/lib/resource.ts';
import { fieldsOf, fromWire } from '#contract/lib/wire.ts';
import { CallError, call } from '#web/lib/client.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toasts.ts';
import { rulesOf } from './field-rules.ts';

export type Row = Record<string, unknown> & { id: string };
export type Values = Record<string, unknown>;
export type EditorForm = ReturnType<typeof useEditor>['form'];

interface Options {
  resource: AnyResource;
  row: Row;
  onSaved: (saved: Row) => void;
}

/** The fields of the form, in the order of the contract. */
export function fieldsOfInput({ declared }: AnyResource) {
  return Object.entries((declared.input && fieldsOf(declared.input)) ?? {});
}

export function useEditor({ resource, row, onSaved }: Options) {
  const fields = fieldsOfInput(resource);
  const [saving, setSaving] = useState(false);
  const [version, setVersion] = useState(row.version as string | undefined);
  /** The record as somebody else saved it meanwhile. */
  const [theirs, setTheirs] = useState<Row>();
  const form = useForm<Values>({
    initialValues: Object.fromEntries(fields.map(([name]) => [name, row[name] ?? null])),
    validate: (values) =>
      Object.fromEntries(
        fields.flatMap(([name, schema]) => {
          const wrong = rulesOf(schema).check(values[name]);
          return wrong ? [[name, i18next.t(wrong.code, { ...wrong.params })]] : [];
        }),
      ),
  });

  async function submit(): Promise<void> {
    if (saving) return;
    const { hasErrors, errors } = form.validate();
    if (hasErrors) return focusFirst(errors);
    const operation = isNew(row) ? resource.operations.insert : resource.operations.update;
    if (!operation) return;
    setSaving(true);
    try {
      const input = { ...form.getValues(), id: row.id, version: isNew(row) ? undefined : version };
      const saved = (await call(operation, input, { tellsItself: [409] })) as Row; // The answer of both is a row.
      toast('success', i18next.t('grid.saved', { name: String(saved[resource.declared.title] ?? '') }));
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(resource, queryKey) });
      onSaved(saved);
    } catch (error) {
      if (error instanceof CallError && error.status === 409) meetConflict(error);
      else if (applyMessages(form, error, operation)) focusFirst(form.errors);
    } finally {
      setSaving(false);
    }
  }

  function meetConflict(error: CallError): void {
    const wire = (error.body as { Row?: unknown } | undefined)?.Row; // As the server says it.
    if (wire) setTheirs(fromWire(resource.declared.row, wire, { query: false }, []) as Row);
    else toast('danger', error.message);
  }

  /** Goes on from the other's version: with one's own values, which then replace them, or with theirs. */
  function settle(keep: 'mine' | 'theirs'): void {
    if (!theirs) return;
    setVersion(theirs.version as string | undefined);
    if (keep === 'theirs') form.setValues(Object.fromEntries(fields.map(([name]) => [name, theirs[name] ?? null])));
    setTheirs(undefined);
  }

  return { form, fields, submit, saving, theirs, settle };
}

/** Whether a kept answer is one of this resource. */
export function isOf({ area, name }: AnyResource, queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(`api/${area}/${name}/`);
}

export const inputId = (field: string) => `edit-${field}`;

function focusFirst(errors: Record<string, unknown>): void {
  // Drawn first: what has an error may be disabled until then.
  setTimeout(() => {
    const found = Object.keys(errors).map((field) => document.getElementById(inputId(field)));
    const inOrder = found
      .filter((element) => element !== null)
      .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    inOrder[0]?.focus();
  });
}
