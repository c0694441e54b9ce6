// The words of mails around their texts.
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { systemMessageTemplates } from '#contract/message-templates.ts';
import { call } from '#web/lib/client.ts';
import { isOf } from '#web/lib/editor/use-editor.ts';
import { attempt } from '#web/lib/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toasts.ts';
import { WordsPreview } from './words-preview.tsx';

export function MessageTemplatesPage() {
  const { t } = useTranslation();

  async function reset({ id, key }: { id: string; key: string }): Promise<void> {
    const done = await attempt(t('list.templates.notReset'), () =>
      call(systemMessageTemplates.operations.reset, { id }, { tellsItself: true }),
    );
    if (done) toast('success', t('list.templates.isReset', { name: key }));
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isOf(systemMessageTemplates as never, queryKey), // Any resource's rows.
    });
  }

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
      below={(row, form) => (
        <WordsPreview original={String(row.original)} template={String(form.values.template ?? '')} />
      )}
      actions={(row) => [
        {
          label: t('list.templates.reset'),
          icon: IconArrowBackUp,
          disabled: row.isChanged ? undefined : t('list.templates.unchanged'),
          run: () => void reset(row),
        },
      ]}
    />
  );
}
