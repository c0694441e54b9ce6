// A list as a table: sorting by column head, configurable columns, mouse and arrow keys.
import { DataTable, type DataTableColumn, type DataTableSortStatus, useDataTableColumns } from 'mantine-datatable';
import 'mantine-datatable/styles.layer.css';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import { fieldOf } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { BulkBar, canSelect } from './bulk-bar.tsx';
import { tableColumns } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { rowName } from './format-value.ts';
import classes from './grid.module.css';
import { GridTools } from './grid-tools.tsx';
import type { ListProps } from './list-props.ts';
import { fieldLabel, listText } from './list-text.ts';
import { RowActions } from './row-actions.tsx';

export function GridTable({ resource, columns, rows, actionsOf, onOpen, state, isStale, selection }: ListProps) {
  const { t } = useTranslation();
  const [active, setActive] = useState(0);
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
    draggable: false,
    toggleable: false,
  }));
  const labels = Object.fromEntries(columns.map(({ field }) => [field, fieldLabel(resource, field)]));

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
        columns={effectiveColumns.filter(({ hidden }) => !hidden)}
        fields={columns.map(({ field }) => field)}
      >
        <ColumnsMenu columnState={columnState} labels={labels} fixed={resource.declared.title} />
      </GridTools>
      {selection && <BulkBar resource={resource} selection={selection} />}
      {rows.length > 0 && (
        <div className={classes.table} data-stale={isStale || undefined}>
          <DataTable<Row>
            idAccessor="id"
            records={[...rows]}
            columns={effectiveColumns}
            storeColumnsKey={`daybook-columns-${resource.area}-${resource.name}`}
            sortStatus={sortStatusOf(resource, state.order)}
            onSortStatusChange={({ columnAccessor, direction }) =>
              state.change({
                order: `${direction === 'desc' ? '-' : ''}${wireFieldName(resource, String(columnAccessor))}`,
              })
            }
            onRowClick={({ record }) => record.id !== newId && onOpen(record)}
            customRowAttributes={(row, index) => ({
              'data-row': row.id,
              tabIndex: index === Math.min(active, rows.length - 1) ? 0 : -1,
              onFocus: () => setActive(index),
              onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onKeyDown(event, index, row),
            })}
            {...(selection
              ? {
                  selectedRecords: selection.selected,
                  onSelectedRecordsChange: selection.select,
                  isRecordSelectable: (row: Row) => canSelect(row, selection),
                  allRecordsSelectionCheckboxProps: { 'aria-label': t('grid.selectAll') },
                  getRecordSelectionCheckboxProps: (row: Row) => ({
                    'aria-label': t('grid.select', { name: rowName(resource, row) }),
                  }),
                }
              : {})}
            classNames={{ header: classes.tableHead }}
            rowClassName={classes.row}
            verticalSpacing={7}
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
