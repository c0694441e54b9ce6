// Previews an e-mail or SMS with the text being edited.
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Input, Operation, Output } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';
import type { EditorForm } from '#web/lib/editor/use-editor.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';

interface Props<O extends Operation> {
  operation: O;
  inputOf: (values: Record<string, unknown>) => Input<O>;
  form: EditorForm;
  children: (answer: Output<O>) => ReactNode;
}

export function TextPreview<O extends Operation>({ operation, inputOf, form, children }: Props<O>) {
  const { t } = useTranslation();
  const preview = useMutation({
    mutationFn: () => call(operation, inputOf(form.getValues())),
    onMutate: () => form.clearErrors(),
    onError: (error) => applyMessages(form, error, operation),
  });
  return (
    <section style={{ marginBlockStart: '1rem' }}>
      <Button
        variant="default"
        leftSection={<IconEye size={16} stroke={1.75} aria-hidden="true" />}
        loading={preview.isPending}
        onClick={() => preview.mutate()}
      >
        {t('list.templates.preview')}
      </Button>
      {preview.data && (
        <>
          <p style={{ margin: '0.75rem 0 0.5rem' }}>
            <small>{t('list.templates.previewHint')}</small>
          </p>
          {children(preview.data)}
        </>
      )}
    </section>
  );
}
