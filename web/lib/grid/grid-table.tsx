// A list as a table: sorting by column head, configurable columns, mouse and arrow keys.
import { Table } from '@mantine/core';
import {
  DataTable,
  type DataTableColumn,
  type DataTableProps,
  type DataTableSortStatus,
  useDataTableColumns,
} from 'mantine-datatable';
import 'mantine-datatable/styles.layer.css';
import { Fragment, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import { fieldOf } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { type KeySection, useKeyHelp } from '#web/lib/ui/key-help.ts';
import { BulkBar, canSelect } from './bulk-bar.tsx';
import { tableColumns } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { useDensity } from './density.ts';
import { rowName } from './format-value.ts';
import classes from './grid.module.css';
import { GridTools } from './grid-tools.tsx';
import type { ListProps } from './list-props.ts';
import { fieldLabel, listText } from './list-text.ts';
import { RowActions } from './row-actions.tsx';

const listKeys: KeySection = {
  title: 'keys.list',
  lines: [
    { keys: ['↑', '↓'], what: 'keys.rows' },
    { keys: ['Home', 'End'], what: 'keys.ends' },
    { keys: ['Enter'], what: 'keys.openRow' },
    { keys: ['Esc'], what: 'keys.clearSearch' },
  ],
};

export function GridTable(props: ListProps) {
  const { resource, columns, rows, groups, onOpen, state, isStale, selection } = props;
  const [active, setActive] = useState(0);
  const [density] = useDensity();
  const { columnState, effectiveColumns } = useTableColumns(props);
  const headings = headingsOf(groups);
  const selectionProps = useSelectionProps(resource, selection);
  const sorted = sortStatusOf(resource, state.order);
  const table = useSortedHeads(sorted);
  const offered = columns.filter(({ field }) => field !== groups?.field);
  const labels = Object.fromEntries(offered.map(({ field }) => [field, fieldLabel(resource, field)]));

  useKeyHelp(listKeys);

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, index: number, row: Row): void {
    if (event.target !== event.currentTarget) return;
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined && rows[to]) {
      event.preventDefault();
      setActive(to);
      const sibling = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('tr[data-row]')[to];
      sibling?.focus();
    } else if (event.key === 'Enter') onOpen(row);
  }

  return (
    <>
      <GridTools
        resource={resource}
        state={state}
        // A file has the column that headings replace here.
        columns={columnState.effectiveColumns.filter(({ hidden }) => !hidden)}
        fields={columns.map(({ field }) => field)}
      >
        <ColumnsMenu columnState={columnState} labels={labels} fixed={resource.declared.title} />
      </GridTools>
      {selection && <BulkBar resource={resource} selection={selection} />}
      {rows.length > 0 && (
        <div ref={table} className={classes.table} data-density={density} data-stale={isStale || undefined}>
          <DataTable<Row>
            idAccessor="id"
            records={[...rows]}
            columns={effectiveColumns}
            storeColumnsKey={`daybook-columns-${resource.area}-${resource.name}`}
            sortStatus={sorted}
            onSortStatusChange={({ columnAccessor, direction }) => {
              const field = String(columnAccessor);
              const isFirst = field !== sorted.columnAccessor;
              // Names begin with A, times with the newest.
              const isDescending = isFirst ? isInstant(resource, field) : direction === 'desc';
              state.change({ order: `${isDescending ? '-' : ''}${wireFieldName(resource, field)}` });
            }}
            onRowClick={({ record }) => record.id !== newId && onOpen(record)}
            customRowAttributes={(row, index) => ({
              'data-row': row.id,
              tabIndex: index === Math.min(active, rows.length - 1) ? 0 : -1,
              onFocus: () => setActive(index),
              onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onKeyDown(event, index, row),
            })}
            {...selectionProps}
            {...(headings.size > 0 && { rowFactory: rowUnderHeading(headings) })}
            classNames={{ header: classes.tableHead }}
            rowClassName={classes.row}
            verticalSpacing={density === 'compact' ? 1 : 5}
            horizontalSpacing="sm"
            fz="sm"
            highlightOnHover
            withTableBorder={false}
            pinLastColumn
            backgroundColor="var(--daybook-card)"
            borderColor="var(--daybook-line)"
            rowBorderColor="var(--daybook-line)"
            highlightOnHoverColor="var(--daybook-quiet)"
            noRecordsText=""
          />
        </div>
      )}
    </>
  );
}

function useTableColumns({
  resource,
  columns,
  groups,
  actionsOf,
  onOpen,
}: Pick<ListProps, 'resource' | 'columns' | 'groups' | 'actionsOf' | 'onOpen'>) {
  const { t } = useTranslation();
  const titleCell = (row: Row, content: ReactNode) =>
    row.id === newId ? (
      <em>{listText(resource, 'new')}</em>
    ) : (
      <button type="button" tabIndex={-1} className={classes.open} onClick={() => onOpen(row)}>
        {content}
      </button>
    );
  const actionsColumn: DataTableColumn<Row> = {
    // The leading space prevents a clash with a field name.
    accessor: ' actions',
    title: <span className="unseen">{t('grid.actions')}</span>,
    width: 56,
    textAlign: 'right',
    render: (row) => <RowActions name={rowName(resource, row)} actions={actionsOf(row)} />,
  };
  const columnState = useDataTableColumns<Row>({
    key: `daybook-columns-${resource.area}-${resource.name}`,
    columns: [...tableColumns(resource, columns, titleCell), actionsColumn],
    getInitialValueInEffect: false,
  });
  // The columns menu hides and orders columns, also by keyboard. Handles in every head would add clutter.
  const effectiveColumns = columnState.effectiveColumns.map((column) => ({
    ...column,
    hidden: column.hidden || column.accessor === groups?.field,
    draggable: false,
    toggleable: false,
  }));
  return { columnState, effectiveColumns };
}

/** The heading above a row, by the id of the row. */
function headingsOf(groups: ListProps['groups']): ReadonlyMap<string, string> {
  return new Map(groups?.all.flatMap(({ heading, rows: [first] }) => (heading && first ? [[first.id, heading]] : [])));
}

/** Draws a row, below the heading of the group that it begins. */
function rowUnderHeading(headings: ReadonlyMap<string, string>): NonNullable<DataTableProps<Row>['rowFactory']> {
  return ({ record, rowProps, children, expandedElement }) => (
    <Fragment key={record.id}>
      {headings.has(record.id) && (
        <Table.Tr className={classes.groupRow}>
          <Table.Th colSpan={100} scope="colgroup">
            {headings.get(record.id)}
          </Table.Th>
        </Table.Tr>
      )}
      <Table.Tr {...rowProps}>{children}</Table.Tr>
      {expandedElement}
    </Fragment>
  );
}

function useSelectionProps(resource: ListProps['resource'], selection: ListProps['selection']) {
  const { t } = useTranslation();
  if (!selection) return {};
  return {
    selectedRecords: selection.selected,
    onSelectedRecordsChange: selection.select,
    isRecordSelectable: (row: Row) => canSelect(row, selection),
    allRecordsSelectionCheckboxProps: { 'aria-label': t('grid.selectAll') },
    getRecordSelectionCheckboxProps: (row: Row) => ({
      'aria-label': t('grid.select', { name: rowName(resource, row) }),
    }),
  };
}

/**
 * Marks the head of the sorted column for screen readers. The table gives sortable heads the role of a button, which
 * cannot carry the mark.
 */
function useSortedHeads({ columnAccessor, direction }: DataTableSortStatus<Row>) {
  const table = useRef<HTMLDivElement>(null);
  // After every rendering: the columns and their order change by themselves.
  useLayoutEffect(() => {
    for (const head of table.current?.querySelectorAll<HTMLElement>('th[data-accessor]') ?? []) {
      if (head.getAttribute('role') === 'button') head.setAttribute('role', 'columnheader');
      if (head.dataset.accessor !== columnAccessor) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', direction === 'asc' ? 'ascending' : 'descending');
    }
  });
  return table;
}

function isInstant({ declared }: ListProps['resource'], field: string): boolean {
  return kindOf(fieldOf(declared, field)) === 'instant';
}

function wireFieldName({ declared }: ListProps['resource'], field: string): string {
  return wireName(field, fieldOf(declared, field));
}

function sortStatusOf(resource: ListProps['resource'], order: string): DataTableSortStatus<Row> {
  const { sort } = resource.declared;
  const name = order.replace(/^-/, '').toLowerCase();
  const field = sort.find((one) => wireFieldName(resource, one).toLowerCase() === name);
  if (!field) return { columnAccessor: sort[0] ?? 'id', direction: 'desc' };
  return { columnAccessor: field, direction: order.startsWith('-') ? 'desc' : 'asc' };
}
