// The props of a list, drawn as a table or as cards.
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import type { Selection } from './bulk-bar.tsx';
import type { Column } from './columns.ts';
import type { RowAction } from './row-actions.tsx';
import type { GridState } from './use-grid.ts';

export type ListProps = {
  resource: AnyResource;
  columns: readonly Column[];
  rows: readonly Row[];
  actionsOf: (row: Row) => RowAction[];
  onOpen: (row: Row) => void;
  state: GridState;
  /** The rows are those of the page before. */
  isStale: boolean;
  /** Where something can be done with several rows. */
  selection: Selection | undefined;
};
