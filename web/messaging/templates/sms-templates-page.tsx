// The templates of SMS: those of the user's company, or those of all companies.
import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { companySmsTemplates, systemSmsTemplates } from '#contract/messaging/templates/sms-templates.ts';
import { MessageField } from './message-field.tsx';
import { TemplatesPage } from './templates-page.tsx';
import { TextPreview } from './text-preview.tsx';

type Templates = typeof companySmsTemplates | typeof systemSmsTemplates;

export function CompanySmsTemplatesPage() {
  return <SmsTemplates templates={companySmsTemplates} />;
}

export function SystemSmsTemplatesPage() {
  return <SmsTemplates templates={systemSmsTemplates} />;
}

function SmsTemplates({ templates }: { templates: Templates }) {
  const { t } = useTranslation();
  return (
    <TemplatesPage
      templates={templates}
      texts={[{ field: 'message', width: 260 }]}
      addresses={[{ field: 'fromSms' }, { field: 'toSms' }]}
      inputs={{ message: MessageField }}
      beside={(row, form) => (
        <TextPreview
          operation={templates.operations.preview}
          inputOf={({ message }) => ({ id: row.id, message: String(message ?? '') })}
          form={form}
        >
          {({ message, characters, parts, isUnicode }) => (
            <>
              <Paper withBorder p="sm" maw="32rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {message}
              </Paper>
              <p style={{ margin: '0.5rem 0 0' }}>
                {t('list.smstemplates.characters', { count: characters })} ·{' '}
                {t('list.smstemplates.parts', { count: parts })}
                {isUnicode && (
                  <>
                    <br />
                    <small>{t('list.smstemplates.isUnicode')}</small>
                  </>
                )}
              </p>
            </>
          )}
        </TextPreview>
      )}
    />
  );
}
