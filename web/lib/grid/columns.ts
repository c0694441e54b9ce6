// The columns of a list: what a page says of them, and what the person made of them.
import type { DataTableColumn } from 'mantine-datatable';
import { createElement, type ReactNode } from 'react';
import type { AnyResource } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import type { Row } from '#web/lib/editor/use-editor.ts';
import { Cell } from './cell.tsx';
import { fieldLabel } from './resource-words.ts';
import { isNumeric } from './show-value.ts';

export interface Column<R = Row> {
  field: keyof R & string;
  /** Draws the value where its kind says too little. */
  cell?: (row: R) => ReactNode;
  /** Pixels to begin with. */
  width?: number;
  /** Shown only when asked for. */
  hidden?: boolean;
}

export function tableColumns(
  resource: AnyResource,
  columns: readonly Column[],
  titleCell: (row: Row, content: ReactNode) => ReactNode,
): DataTableColumn<Row>[] {
  const { declared } = resource;
  return columns.map(({ field, cell, width, hidden }) => {
    const schema = declared.row.shape[field] as never; // A field of the row, by the page's types.
    const content = (row: Row) => (cell ? cell(row) : createElement(Cell, { resource, field, value: row[field] }));
    return {
      accessor: field,
      title: fieldLabel(resource, field),
      render: (row: Row) => (field === declared.title ? titleCell(row, content(row)) : content(row)),
      sortable: declared.sort.includes(field),
      sortKey: wireName(field, schema),
      textAlign: isNumeric(schema) ? 'right' : 'left',
      width,
      ellipsis: true,
      resizable: true,
      draggable: true,
      toggleable: field !== declared.title,
      defaultToggle: !hidden,
    };
  });
}
