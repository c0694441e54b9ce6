// The templates of e-mails: those of the user's company, or those of all companies.
import { companyEmailTemplates, systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { HtmlFrame } from '#web/lib/ui/html-frame.tsx';
import { BodyField } from './body-field.tsx';
import { TemplatesPage } from './templates-page.tsx';
import { TextPreview } from './text-preview.tsx';

type Templates = typeof companyEmailTemplates | typeof systemEmailTemplates;

export function CompanyEmailTemplatesPage() {
  return <EmailTemplates templates={companyEmailTemplates} />;
}

export function SystemEmailTemplatesPage() {
  return <EmailTemplates templates={systemEmailTemplates} />;
}

function EmailTemplates({ templates }: { templates: Templates }) {
  return (
    <TemplatesPage
      templates={templates}
      texts={[{ field: 'subject', width: 260 }]}
      addresses={[{ field: 'fromEMail' }, { field: 'bccEMail' }]}
      inputs={{ body: BodyField }}
      below={(row, form) => (
        <TextPreview
          operation={templates.operations.preview}
          inputOf={({ subject, body }) => ({ id: row.id, subject: String(subject ?? ''), body: String(body ?? '') })}
          form={form}
        >
          {({ subject, html }) => (
            <>
              <strong>{subject}</strong>
              <HtmlFrame html={html} title={subject} />
            </>
          )}
        </TextPreview>
      )}
    />
  );
}
