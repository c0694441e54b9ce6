// The form of a record that stands alone on its page, such as the company's details. It preserves unsaved input.
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Operation } from '#contract/lib/service.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { isConflict, useVersionedForm } from './use-versioned-form.ts';

interface Options<D, V> {
  /** `update` takes the values with the version that they are based on, and answers the record. */
  service: { get: Operation<z.ZodObject, z.ZodType<D>>; update: Operation<z.ZodObject, z.ZodType<D>> };
  /** Finds the record, where there are several; `get` and `update` take it. */
  key?: Record<string, unknown>;
  details: D;
  valuesOf(details: D): V;
  onSaved(saved: D): void;
}

export function useDetailsForm<D extends { version: string }, V extends Record<string, unknown>>(
  options: Options<D, V>,
) {
  const { service, key = {}, details, valuesOf, onSaved } = options;
  const { update } = service;
  const form = useForm<V>({ initialValues: valuesOf(details), validate: validateBy<V>(update) });
  const versioned = useVersionedForm<D, V>({ form, row: details, rowSchema: update.output, valuesOf });
  const { base, contested } = versioned;
  const { queryKey } = query(service.get, key);
  const save = useMutation({
    mutationFn: ({ values, version }: { values: V; version: string }) =>
      call(update, { ...key, ...values, version }, { handlesErrors: [409] }),
    onSuccess(saved, { values }) {
      queryClient.setQueryData(queryKey, saved);
      // The server may write a value in another way, such as an account without gaps.
      if (versioned.adoptSaved(saved, values)) form.setValues(valuesOf(saved));
      onSaved(saved);
    },
    onError(error) {
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey });
      else applyMessages(form, error, update);
      const retryRow = versioned.handleConflict(error);
      // The form has the other person's changes beside the submitted ones.
      if (retryRow) save.mutate({ values: form.getValues(), version: retryRow.version });
    },
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const onSubmit = form.onSubmit((values) => {
    if (contested.length === 0) save.mutate({ values, version: base.version });
  }, onWrong);
  return {
    form,
    /** The props of the form element. */
    formProps: { noValidate: true, onSubmit, onKeyDown: submitOnCtrlEnter },
    /** The props of the button that saves. */
    saveProps: {
      type: 'submit' as const,
      loading: save.isPending,
      disabled: !form.isDirty() || contested.length > 0,
    },
    /** The props of `Conflict`. `formats` has the fields that are not shown as they are. */
    conflict: (
      labelOf: (name: keyof V & string) => string,
      formats: { [N in keyof V]?: (value: NonNullable<V[N]>) => string } = {},
    ) => ({
      fields: contested.map((name) => ({
        name: String(name),
        label: labelOf(String(name)),
        // A value of this field.
        format: (value: unknown) =>
          value === null ? '' : (formats[name] ?? String)(value as NonNullable<V[typeof name]>),
      })),
      theirs: { ...base },
      mine: form.values,
      onResolve: versioned.resolveConflict,
    }),
  };
}
