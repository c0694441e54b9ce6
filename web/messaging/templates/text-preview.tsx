// Previews an e-mail or SMS with the text being edited, as soon as the person pauses.
import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Input, Operation, Output } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';
import type { EditorForm } from '#web/lib/editor/use-editor.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import classes from './templates.module.css';

const debounceMs = 500;

interface Props<O extends Operation> {
  operation: O;
  inputOf: (values: Record<string, unknown>) => Input<O>;
  form: EditorForm;
  children: (answer: Output<O>) => ReactNode;
}

export function TextPreview<O extends Operation>({ operation, inputOf, form, children }: Props<O>) {
  const { t } = useTranslation();
  const [values] = useDebouncedValue(form.values, debounceMs);
  const input = inputOf(values);
  const preview = useQuery({
    queryKey: [operation.path, input],
    queryFn: ({ signal }) => call(operation, input, { signal, handlesErrors: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { error } = preview;
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows each error once, beside its field.
  useEffect(() => {
    if (error) applyMessages(form, error, operation);
  }, [error]);
  return (
    <section className={classes.preview} aria-label={t('list.templates.preview')} aria-busy={preview.isFetching}>
      <h3 className={classes.heading}>{t('list.templates.preview')}</h3>
      <p className={classes.hint}>{t('list.templates.previewHint')}</p>
      {preview.data ? children(preview.data) : !error && <Skeleton height={160} />}
    </section>
  );
}
