// The props shared by the table and the cards of a list.
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import type { Selection } from './bulk-bar.tsx';
import type { Column } from './columns.ts';
import type { Groups } from './groups.ts';
import type { RowAction } from './row-actions.tsx';
import type { GridState } from './use-grid.ts';

export type ListProps = {
  resource: AnyResource;
  columns: readonly Column[];
  rows: readonly Row[];
  /** The rows under their headings, while the list is in the order of its groups. */
  groups: Groups | undefined;
  actionsOf: (row: Row) => RowAction[];
  onOpen: (row: Row) => void;
  state: GridState;
  /** True while the rows still belong to the previous page. */
  isStale: boolean;
  /** Present if the list has actions on several rows. */
  selection: Selection | undefined;
};
