// The fields of a record, read-only: label and value, long values in full.
import type { z } from 'zod';
import type { AnyResource } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { HtmlFrame } from '#web/lib/ui/html-frame.tsx';
import { formatField } from './format-value.ts';
import classes from './grid.module.css';
import { fieldLabel } from './list-text.ts';

interface Props {
  resource: AnyResource;
  row: Row;
  /** The fields to show; all if omitted. */
  fields?: readonly string[] | undefined;
}

export function Facts({ resource, row, fields: shownFields }: Props) {
  const fields = Object.entries(resource.declared.row.shape) as [string, z.ZodType][]; // The shape of a zod object.
  const shown = fields.filter(
    ([field, schema]) =>
      (shownFields?.includes(field) ?? true) && field !== 'version' && !['id', 'object'].includes(kindOf(schema)),
  );
  return (
    <dl className={classes.details}>
      {shown.map(([field, schema]) => (
        <div key={field} data-wide={kindOf(schema) === 'html' || undefined}>
          <dt>{fieldLabel(resource, field)}</dt>
          <dd>
            {kindOf(schema) === 'html' ? (
              <HtmlFrame html={String(row[field] ?? '')} title={fieldLabel(resource, field)} />
            ) : (
              formatField(resource, field, row[field]) || '–'
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
