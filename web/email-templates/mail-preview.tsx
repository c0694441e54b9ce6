// The mail as it would arrive, with what is being typed.
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { companyEmailTemplates, systemEmailTemplates } from '#contract/email-templates.ts';
import { call } from '#web/lib/client.ts';
import type { EditorForm } from '#web/lib/editor/use-editor.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { HtmlFrame } from '#web/lib/html-frame.tsx';

type Preview = (typeof companyEmailTemplates | typeof systemEmailTemplates)['operations']['preview'];

export function MailPreview({ operation, id, form }: { operation: Preview; id: string; form: EditorForm }) {
  const { t } = useTranslation();
  const preview = useMutation({
    mutationFn: () => {
      const { subject, body } = form.getValues();
      return call(operation, { id, subject: String(subject ?? ''), body: String(body ?? '') });
    },
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
        {t('list.emailtemplates.preview')}
      </Button>
      {preview.data && (
        <>
          <p style={{ margin: '0.75rem 0 0.5rem' }}>
            <strong>{preview.data.subject}</strong>
            <br />
            <small>{t('list.emailtemplates.previewHint')}</small>
          </p>
          <HtmlFrame html={preview.data.html} title={preview.data.subject} />
        </>
      )}
    </section>
  );
}
