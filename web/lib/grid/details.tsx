// One record of a read-only list with all its fields, long values in full.
import type { ReactNode } from 'react';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { Facts } from './facts.tsx';
import { rowName } from './format-value.ts';
import { listText } from './list-text.ts';

interface Props {
  resource: AnyResource;
  row: Row;
  /** The fields to show; all if omitted. */
  fields?: readonly string[];
  below?: (row: Row) => ReactNode;
  onClose: () => void;
}

export function RowDetails({ resource, row, fields: shownFields, below, onClose }: Props) {
  return (
    <LargeDialog onClose={onClose} title={rowName(resource, row) || listText(resource, 'title')}>
      <Facts resource={resource} row={row} fields={shownFields} />
      {below?.(row)}
    </LargeDialog>
  );
}
