// A list of templates, of the user's company or of all, to edit in each language, preview and reset.
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import type { EditorParts } from '#web/lib/editor/editor.tsx';
import type { Column } from '#web/lib/grid/columns.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { resetAction } from './reset-action.ts';

interface Props extends EditorParts {
  templates: { area: AnyResource['area']; operations: { reset: unknown } };
  /** The template's text, 260 px wide beside the description. */
  texts: readonly Column[];
  /** Hidden until the person shows them. */
  addresses: readonly Column[];
}

export function TemplatesPage({ templates, texts, addresses, ...editor }: Props) {
  // All template lists are alike in the parts used here.
  const resource = templates as unknown as typeof systemEmailTemplates;

  const { i18n } = useTranslation();
  const columns: readonly Column[] = [
    { field: 'description', width: 300, wraps: true },
    ...(resource.area === 'system' ? [{ field: 'company', width: 130 }] : []),
    ...texts,
    { field: 'isChanged', width: 100 },
    { field: 'key', width: 140, hidden: true },
    ...addresses.map((column) => ({ ...column, width: 180, hidden: true })),
  ];
  return (
    <Grid
      {...editor}
      // One row for each kind, in the reader's language; the editor has them all.
      only={`language:${i18n.language}`}
      above={(row) => <LanguageTabs resource={resource as unknown as AnyResource} row={row} />}
      resource={resource}
      columns={columns as never} // Fields of each list's rows.
      actions={(row) => [resetAction(resource, row, row.description)]}
    />
  );
}
