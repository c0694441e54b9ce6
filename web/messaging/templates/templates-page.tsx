// A list of texts: what one's own company says, or what is said for all. Each can be changed, looked at, and taken back.

import type { AnyResource } from '#contract/lib/resource.ts';
import type { systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import type { EditorParts } from '#web/lib/editor/editor.tsx';
import type { Column } from '#web/lib/grid/columns.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { resetAction } from './reset-action.ts';

interface Props extends EditorParts {
  templates: { area: AnyResource['area']; operations: { reset: unknown } };
  /** What is written, shown in 260 pixels beside what the text is about. */
  texts: readonly Column[];
  /** Shown only when asked for. */
  addresses: readonly Column[];
}

export function TemplatesPage({ templates, texts, addresses, ...editor }: Props) {
  const resource = templates as unknown as typeof systemEmailTemplates; // All of them are alike in what is done here.

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
      actions={(row) => [resetAction(resource, row, row.description)]}
    />
  );
}
