// Edits a record that others may save meanwhile: the form continues from their version and loses no input.
import { useState } from 'react';
import type { z } from 'zod';
import { fromWire } from '#contract/lib/wire.ts';
import { CallError } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toasts.ts';

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
  /** Another person's version of the record, until the user decides which values stay. */
  const [theirs, setTheirs] = useState<R>();
  const hasSameValues = (other: R) => isSame(valuesOf(other), valuesOf(base));

  /** Bases the form on another version. Input stays, except in the replaced fields, which show the record's values. */
  function rebase(from: R, isReplaced: (field: keyof V) => boolean): void {
    const values = valuesOf(from);
    const replaced = Object.entries(values).filter(([name]) => isReplaced(name as keyof V));
    setBase(from);
    form.setValues(Object.fromEntries(replaced) as Partial<V>);
    form.resetDirty(values);
  }

  /** Bases the form on the saved record, keeping input typed since `submitted`. Returns true if there is none. */
  function adoptSaved(saved: R, submitted: V): boolean {
    const current = form.getValues();
    rebase(saved, (name) => isSame(current[name], submitted[name]));
    return isSame(current, submitted);
  }

  /** Receives another person's version. Returns true if it changes none of this form's values. */
  function receive(other: R): boolean {
    const isHarmless = hasSameValues(other);
    if (isHarmless) setBase(other);
    else setTheirs(other);
    return isHarmless;
  }

  /**
   * Handles a conflict of versions (409): shows another person's changes. If these concern none of the form's values,
   * such as the last run of a job, returns the record whose version to retry with.
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

  /** Bases the form on the other person's version, with the values of one side; `mine` replaces theirs on saving. */
  function resolveConflict(side: 'mine' | 'theirs'): void {
    if (!theirs) return;
    rebase(theirs, () => side === 'theirs');
    setTheirs(undefined);
  }

  /** Dismisses the other person's version if it is already known. */
  const dismissTheirs = (isKnown: (other: R) => boolean) =>
    setTheirs((other) => (other !== undefined && isKnown(other) ? undefined : other));

  return {
    ...{ base, theirs, hasSameValues, rebase, adoptSaved, receive },
    ...{ handleConflict, resolveConflict, dismissTheirs },
  };
}

/** Compares JSON values, such as rows and their fields. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** True if the server rejected the call because another person had saved the record. */
export const isConflict = (error: unknown) => error instanceof CallError && error.status === 409;
