// The texts that surround the body of e-mails.
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { resetAction } from './reset-action.ts';
import { TemplatePreview } from './template-preview.tsx';

export function MessageTemplatesPage() {
  return (
    <Grid
      resource={systemMessageTemplates}
      columns={[
        { field: 'key', width: 220 },
        { field: 'language', width: 110 },
        { field: 'template', width: 400 },
        { field: 'original', width: 320, hidden: true },
        { field: 'isChanged', width: 120 },
      ]}
      beside={(row, form) => (
        <TemplatePreview original={String(row.original)} template={String(form.values.template ?? '')} />
      )}
      actions={(row) => [resetAction(systemMessageTemplates, row, row.key)]}
    />
  );
}
