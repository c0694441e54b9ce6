// What mails say: of one's own company, or of all.
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { companyEmailTemplates, systemEmailTemplates } from '#contract/email-templates.ts';
import type { Input } from '#contract/lib/service.ts';
import { ask } from '#web/lib/ask.ts';
import { call } from '#web/lib/client.ts';
import { attempt } from '#web/lib/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toasts.ts';
import { BodyField } from './body-field.tsx';
import { MailPreview } from './mail-preview.tsx';

type Templates = typeof companyEmailTemplates | typeof systemEmailTemplates;

export function CompanyEmailTemplatesPage() {
  return <TemplatesPage templates={companyEmailTemplates} />;
}

export function SystemEmailTemplatesPage() {
  return <TemplatesPage templates={systemEmailTemplates} />;
}

function TemplatesPage({ templates }: { templates: Templates }) {
  const { t } = useTranslation();
  const { operations, area } = templates;

  async function reset({ id, description }: { id: string; description: string }): Promise<void> {
    const sure = await ask({
      title: t('list.emailtemplates.resetTitle', { name: description }),
      text: t('list.emailtemplates.resetText'),
      yes: t('list.emailtemplates.reset'),
      danger: true,
    });
    if (!sure) return;
    const input: Input<Templates['operations']['reset']> = { id };
    const reset = () => call(operations.reset, input, { tellsItself: true });
    const done = await attempt(t('list.emailtemplates.notReset'), reset);
    if (done) toast('success', t('list.emailtemplates.isReset', { name: description }));
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => /emailtemplates/.test(String(queryKey[0])) });
  }

  return (
    <Grid
      resource={templates as typeof systemEmailTemplates}
      columns={[
        { field: 'description', width: 300, wraps: true },
        { field: 'language', width: 110 },
        ...(area === 'system' ? [{ field: 'company' as const, width: 130 }] : []),
        { field: 'subject', width: 260 },
        { field: 'isChanged', width: 100 },
        { field: 'key', width: 140, hidden: true },
        { field: 'fromEMail', width: 180, hidden: true },
        { field: 'bccEMail', width: 180, hidden: true },
      ]}
      inputs={{ body: BodyField }}
      below={(row, form) => <MailPreview operation={operations.preview} id={row.id} form={form} />}
      actions={(row) => [
        {
          label: t('list.emailtemplates.reset'),
          icon: IconArrowBackUp,
          disabled: row.isChanged ? undefined : t('list.emailtemplates.unchanged'),
          run: () => void reset(row),
        },
      ]}
    />
  );
}
