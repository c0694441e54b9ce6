// The columns of a list, from the page's declaration and the person's choices.
import type { DataTableColumn } from 'mantine-datatable';
import { createElement, Fragment, type ReactNode } from 'react';
import { newId } from '#contract/lib/fields.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { Cell } from './cell.tsx';
import { isNumeric } from './format-value.ts';
import classes from './grid.module.css';
import { columnHeading } from './list-text.ts';

export interface Column<R = Row> {
  field: keyof R & string;
  /** Renders the value if the default cell of its kind is not enough. */
  cell?: (row: R) => ReactNode;
  /** A second, dimmed line, such as the row's subject. */
  below?: (row: R) => string;
  /** Shows long values in full, on several lines. */
  wraps?: boolean;
  /** Initial width (px). */
  width?: number;
  /** Hidden until the person shows it. */
  hidden?: boolean;
}

export function tableColumns(
  resource: AnyResource,
  columns: readonly Column[],
  titleCell: (row: Row, content: ReactNode) => ReactNode,
): DataTableColumn<Row>[] {
  const { declared } = resource;
  return columns.map(({ field, cell, below, wraps, width, hidden }) => {
    const schema = declared.row.shape[field] as never; // A field of the row, by the page's types.
    const content = (row: Row) => (cell ? cell(row) : createElement(Cell, { resource, field, value: row[field] }));
    const withTitle = (row: Row) => (field === declared.title ? titleCell(row, content(row)) : content(row));
    const secondLine = (row: Row) => createElement('div', { className: classes.below }, below?.(row));
    return {
      accessor: field,
      title: columnHeading(resource, field),
      render: (row: Row) =>
        below && row.id !== newId ? createElement(Fragment, null, withTitle(row), secondLine(row)) : withTitle(row),
      sortable: declared.sort.includes(field),
      sortKey: wireName(field, schema),
      textAlign: isNumeric(schema) ? 'right' : 'left',
      width,
      ellipsis: !below && !wraps,
      resizable: true,
      draggable: true,
      toggleable: field !== declared.title,
      defaultToggle: !hidden,
    };
  });
}
