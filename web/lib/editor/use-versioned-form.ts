// A form on a record that others may save meanwhile: it continues from their version, and nothing typed is lost.
import { useState } from 'react';
import type { z } from 'zod';
import { fromWire } from '#contract/lib/wire.ts';
import { CallError } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toasts.ts';

/** What of `useForm` is needed here. */
interface Form<V> {
  getValues(): V;
  setValues(values: Partial<V>): void;
  resetDirty(values: V): void;
}

interface Options<R, V> {
  form: Form<V>;
  /** The record that the form begins with. */
  row: R;
  rowSchema: z.ZodType;
  valuesOf(row: R): V;
}

export function useVersionedForm<R, V extends object>({ form, row, rowSchema, valuesOf }: Options<R, V>) {
  /** The record that the form began with, or continued from. */
  const [base, setBase] = useState(row);
  /** The record as another person saved it meanwhile, until it is decided whose values stay. */
  const [theirs, setTheirs] = useState<R>();
  const hasSameValues = (other: R) => isSame(valuesOf(other), valuesOf(base));

  /** Continues from a record: what is typed stays, except in the replaced fields, which show the record's values. */
  function rebase(from: R, isReplaced: (field: keyof V) => boolean): void {
    const values = valuesOf(from);
    const replaced = Object.entries(values).filter(([name]) => isReplaced(name as keyof V));
    setBase(from);
    form.setValues(Object.fromEntries(replaced) as Partial<V>);
    form.resetDirty(values);
  }

  /** Continues from what was saved. Returns whether that is everything: values typed since `submitted` was sent stay. */
  function adoptSaved(saved: R, submitted: V): boolean {
    const current = form.getValues();
    rebase(saved, (name) => isSame(current[name], submitted[name]));
    return isSame(current, submitted);
  }

  /** Takes in the record as another person saved it. Returns whether none of this form's values changed by that. */
  function receive(other: R): boolean {
    const isHarmless = hasSameValues(other);
    if (isHarmless) setBase(other);
    else setTheirs(other);
    return isHarmless;
  }

  /**
   * Handles a call that was refused because of its version (409): shows what another person changed. Returns the record to save
   * again with when that was nothing of this form, such as the last run of a job.
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

  /** Continues from the other person's version: with the own values, which then replace theirs, or with theirs. */
  function resolveConflict(side: 'mine' | 'theirs'): void {
    if (!theirs) return;
    rebase(theirs, () => side === 'theirs');
    setTheirs(undefined);
  }

  /** Theirs is no news when it is the version that is known already. */
  const dismissTheirs = (isKnown: (other: R) => boolean) =>
    setTheirs((other) => (other !== undefined && isKnown(other) ? undefined : other));

  return {
    ...{ base, theirs, hasSameValues, rebase, adoptSaved, receive },
    ...{ handleConflict, resolveConflict, dismissTheirs },
  };
}

/** Compares values that JSON can hold, as rows and values are. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether the call was refused because another person saved the record before. */
export const isConflict = (error: unknown) => error instanceof CallError && error.status === 409;
