// Edits a record that others may save meanwhile: the form continues from their version and loses no input.
import { useState } from 'react';
import type { z } from 'zod';
import { fromWire } from '#contract/lib/wire.ts';
import { CallError } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** The part of `useForm` used here. */
interface Form<V> {
  getValues(): V;
  setValues(values: Partial<V>): void;
  resetDirty(values: V): void;
}

interface Options<R, V> {
  form: Form<V>;
  /** The initial record. */
  row: R;
  rowSchema: z.ZodType;
  valuesOf(row: R): V;
}

export function useVersionedForm<R, V extends object>({ form, row, rowSchema, valuesOf }: Options<R, V>) {
  /** The version of the record that the form is based on. */
  const [base, setBase] = useState(row);
  /** The fields that both this person and another have changed, until this person chooses a value for each. */
  const [contested, setContested] = useState<readonly (keyof V)[]>([]);
  const hasSameValues = (other: R) => isSame(valuesOf(other), valuesOf(base));

  /** Bases the form on another version. Input stays, except in the replaced fields, which show the record's values. */
  function rebase(from: R, isReplaced: (field: keyof V) => boolean): void {
    const values = valuesOf(from);
    const replaced = Object.entries(values).filter(([name]) => isReplaced(name as keyof V));
    setBase(from);
    setContested((fields) => fields.filter((field) => !isReplaced(field)));
    form.setValues(Object.fromEntries(replaced) as Partial<V>);
    form.resetDirty(values);
  }

  /** Bases the form on the saved record, keeping input typed since `submitted`. Returns true if there is none. */
  function adoptSaved(saved: R, submitted: V): boolean {
    const current = form.getValues();
    rebase(saved, (name) => isSame(current[name], submitted[name]));
    return isSame(current, submitted);
  }

  /**
   * Merges another person's version: fields that were not edited here take its values, and those that both have changed
   * are contested. Returns true if none is.
   */
  function receive(other: R): boolean {
    const [before, theirs, mine] = [valuesOf(base), valuesOf(other), form.getValues()];
    const isEdited = (name: keyof V) => !isSame(mine[name], before[name]);
    const isDisputed = (name: keyof V) =>
      !isSame(mine[name], theirs[name]) && (contested.includes(name) || !isSame(theirs[name], before[name]));
    const disputed = fieldsIn(theirs).filter((name) => isEdited(name) && isDisputed(name));
    rebase(other, (name) => !isEdited(name));
    setContested(disputed);
    return disputed.length === 0;
  }

  /**
   * Handles a conflict of versions (409): merges another person's changes. Returns the record whose version to retry
   * with, unless a field is contested.
   */
  function handleConflict(error: unknown): R | undefined {
    if (!(error instanceof CallError) || error.status !== 409) return undefined;
    const wire = (error.body as { Row?: unknown } | undefined)?.Row; // The spelling of the wire.
    if (!wire) {
      toast('danger', error.message);
      return undefined;
    }
    const other = fromWire(rowSchema, wire, { query: false }, []) as R;
    return receive(other) ? other : undefined;
  }

  /** Chooses the value of a contested field. Saving replaces the other person's value with `mine`. */
  function resolveConflict(field: keyof V, side: 'mine' | 'theirs'): void {
    if (side === 'theirs') form.setValues({ [field]: valuesOf(base)[field] } as Partial<V>);
    setContested((fields) => fields.filter((name) => name !== field));
  }

  return { base, contested, hasSameValues, rebase, adoptSaved, receive, handleConflict, resolveConflict };
}

/** The names of the form's fields. */
function fieldsIn<V extends object>(values: V): (keyof V)[] {
  return Object.keys(values) as (keyof V)[]; // The values have no other keys.
}

/** Compares JSON values, such as rows and their fields. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** True if the server rejected the call because another person had saved the record. */
export const isConflict = (error: unknown) => error instanceof CallError && error.status === 409;
