// The templates of e-mails: those of the user's company, or those of all companies.
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import { companyEmailTemplates, systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { call, query } from '#web/lib/client/client.ts';
import { HtmlFrame } from '#web/lib/ui/html-frame.tsx';
import { BodyField } from './body-field.tsx';
import classes from './templates.module.css';
import { TemplatesPage } from './templates-page.tsx';
import { TextPreview } from './text-preview.tsx';

type Templates = typeof companyEmailTemplates | typeof systemEmailTemplates;

export function CompanyEmailTemplatesPage() {
  return (
    <>
      <UnverifiedNotice />
      <EmailTemplates templates={companyEmailTemplates} />
    </>
  );
}

/** Mails use the company's own texts only while its address is verified. */
function UnverifiedNotice() {
  const { t } = useTranslation();
  const details = useQuery({
    ...query(company.get, {}),
    // A person to whom only this page was granted may not read the details.
    queryFn: () => call(company.get, {}, { handlesErrors: true }),
    retry: false,
  });
  if (!details.data || details.data.isEMailVerified) return null;
  return (
    <Alert color="orange" className={classes.notice}>
      {t('list.emailtemplates.unverified')}
      <Button
        component={Link}
        to="/app/company/details"
        variant="default"
        size="xs"
        mt="xs"
        w="fit-content"
        display="block"
      >
        {t('list.emailtemplates.toDetails')}
      </Button>
    </Alert>
  );
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
      beside={(row, form) => (
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
