// A list of texts: what one's own company says, or what is said for all. Each can be changed, looked at, and taken back.
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { systemEmailTemplates } from '#contract/email-templates.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Input } from '#contract/lib/service.ts';
import { ask } from '#web/lib/ask.ts';
import { call } from '#web/lib/client.ts';
import type { EditorParts } from '#web/lib/editor/editor.tsx';
import { attempt } from '#web/lib/failures.ts';
import type { Column } from '#web/lib/grid/columns.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toasts.ts';

/** What the lists of texts have besides the operations of every list. */
type Reset = (typeof systemEmailTemplates)['operations']['reset'];

interface Props extends EditorParts {
  templates: { area: AnyResource['area']; operations: { reset: unknown } };
  /** What is written, shown in 260 pixels beside what the text is about. */
  texts: readonly Column[];
  /** Shown only when asked for. */
  addresses: readonly Column[];
}

export function TemplatesPage({ templates, texts, addresses, ...editor }: Props) {
  const { t } = useTranslation();
  const resource = templates as unknown as typeof systemEmailTemplates; // All of them are alike in what is done here.

  async function reset({ id, description }: { id: string; description: string }): Promise<void> {
    const sure = await ask({
      title: t('list.templates.resetTitle', { name: description }),
      text: t('list.templates.resetText'),
      yes: t('list.templates.reset'),
      danger: true,
    });
    if (!sure) return;
    const input: Input<Reset> = { id };
    const taken = () => call(resource.operations.reset, input, { tellsItself: true });
    const done = await attempt(t('list.templates.notReset'), taken);
    if (done) toast('success', t('list.templates.isReset', { name: description }));
    // What is for all counts for companies too.
    const both = `/${resource.name}/`;
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes(both) });
  }

  const columns: readonly Column[] = [
    { field: 'description', width: 300, wraps: true },
    { field: 'language', width: 110 },
    ...(resource.area === 'system' ? [{ field: 'company', width: 130 }] : []),
    ...texts,
    { field: 'isChanged', width: 100 },
    { field: 'key', width: 140, hidden: true },
    ...addresses.map((column) => ({ ...column, width: 180, hidden: true })),
  ];
  return (
    <Grid
      {...editor}
      resource={resource}
      columns={columns as never} // Fields of the rows of whichever list it is.
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
