// One record of a list that is only read: all of its fields, long ones whole.
import type { ReactNode } from 'react';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { LargeDialog } from '#web/lib/ui/large-dialog.tsx';
import { Facts } from './facts.tsx';
import { wordOf } from './resource-words.ts';
import { nameOf } from './show-value.ts';

interface Props {
  resource: AnyResource;
  row: Row;
  /** Those that are told; all of them when left out. */
  fields?: readonly string[];
  below?: (row: Row) => ReactNode;
  onClose: () => void;
}

export function Details({ resource, row, fields: told, below, onClose }: Props) {
  return (
    <LargeDialog onClose={onClose} title={nameOf(resource, row) || wordOf(resource, 'title')}>
      <Facts resource={resource} row={row} fields={told} />
      {below?.(row)}
    </LargeDialog>
  );
}
