// A list screen built from a resource and its columns: title, tools, table or cards, pagination, editor.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEraser, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import { allows } from '#contract/lib/may.ts';
import type { AnyResource, Resource, ResourceDeclaration, RowOf } from '#contract/lib/resource.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Editor, type EditorParts } from '#web/lib/editor/editor.tsx';
import type { Row } from '#web/lib/editor/row.ts';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import type { BulkAction } from './bulk-bar.tsx';
import type { Column } from './columns.ts';
import { RowDetails } from './details.tsx';
import { EmptyList, ListFailed, ListSkeleton } from './empty-list.tsx';
import classes from './grid.module.css';
import { GridCards } from './grid-cards.tsx';
import { GridTable } from './grid-table.tsx';
import { type Grouping, groupsOf } from './groups.ts';
import { ListPage } from './list-page.tsx';
import { listLead, listText } from './list-text.ts';
import { formatTotal, Paging } from './paging.tsx';
import type { RowAction } from './row-actions.tsx';
import { clearList } from './row-changes.ts';
import { type GridState, isPastEnd, useGridState, useRows } from './use-grid.ts';
import { useLiveList } from './use-live-list.ts';
import { useRowActions } from './use-row-actions.ts';

export interface GridProps<D extends ResourceDeclaration> extends EditorParts {
  resource: Resource<D>;
  columns: readonly Column<RowOf<D>>[];
  /** Row actions in addition to those of the resource. */
  actions?: (row: RowOf<D>) => RowAction[];
  /** Actions on several rows, in addition to their deletion. */
  bulkActions?: readonly BulkAction[];
  /** Returns why a row cannot be deleted; undefined if it can. */
  whyNotDeletable?: (row: RowOf<D>) => string | undefined;
  /** Added to the question before a deletion of the row, which says that it can be undone. */
  deletionNote?: (row: RowOf<D>) => string | undefined;
  /** While the list is in the order of this field, its rows have headings. */
  groupBy?: Grouping<RowOf<D>> | undefined;
  /** Placed beside the primary action. */
  tools?: ReactNode;
  /** Placed above the rows. */
  notice?: ReactNode;
  /** For read-only records: the fields to show (all by default) and the content below them. */
  details?: { fields?: readonly (keyof RowOf<D> & string)[]; below?: (row: RowOf<D>) => ReactNode };
  /** A search that limits the list and stays out of the search field, such as `language:de`. */
  only?: string;
  /** Disables every change. */
  readOnly?: boolean;
  /** Opens the page of a row, in place of the editor or the details. */
  openPage?: (row: RowOf<D>) => void;
}

export function Grid<D extends ResourceDeclaration>(props: GridProps<D>) {
  // From here on, all lists have one type: rows have an id, columns name their fields.
  return <AnyGrid {...(props as unknown as AnyGridProps)} />;
}

export interface AnyGridProps extends EditorParts {
  resource: AnyResource;
  columns: readonly Column[];
  actions?: (row: Row) => RowAction[];
  bulkActions?: readonly BulkAction[];
  whyNotDeletable?: (row: Row) => string | undefined;
  deletionNote?: (row: Row) => string | undefined;
  groupBy?: Grouping | undefined;
  tools?: ReactNode;
  notice?: ReactNode;
  details?: { fields?: readonly string[]; below?: (row: Row) => ReactNode };
  only?: string;
  readOnly?: boolean;
  openPage?: (row: Row) => void;
}

function AnyGrid({
  resource,
  columns,
  actions,
  bulkActions = [],
  whyNotDeletable,
  deletionNote,
  groupBy,
  tools,
  notice,
  readOnly: isShownOnly = false,
  only,
  details,
  openPage,
  ...editorParts
}: AnyGridProps) {
  // A granted page opens the list for reading; changes require the action.
  const { actions: held } = useCurrentUser();
  const readOnly = isShownOnly || !allows(held, resource.declared.may);
  useTitle(listText(resource, 'title'));
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const state = useGridState(resource, { only });
  const rows = useRows(resource, state);
  useLiveList(resource);
  // The rows of the page before stay until the next ones arrive, in their own order.
  const [shownOrder, setShownOrder] = useState(state.order);
  if (rows.data && !rows.isPlaceholderData && shownOrder !== state.order) setShownOrder(state.order);
  const [chosen, select] = useState<Row[]>([]);
  // Only what is shown is selected: rows that a search, a filter, another page or a reload removes leave the selection.
  const selected = rows.data?.rows.filter(({ id }) => chosen.some((row) => row.id === id)) ?? [];
  if (rows.data && selected.length < chosen.length) select(selected);
  const { operations } = resource;
  const lead = listLead(resource);
  const can = {
    insert: operations.insert !== undefined && !readOnly && allows(held, operations.insert.may),
    update: operations.update !== undefined && !readOnly && allows(held, operations.update.may),
    delete: operations.delete !== undefined && !readOnly && allows(held, operations.delete.may),
  };
  const { open } = state.search;
  const openRow = useOpenRow(resource, open, rows.data?.rows);
  const close = () => state.change({ open: undefined });
  const shownRows =
    rows.data && (open === 'new' && can.insert ? [blankRow(resource), ...rows.data.rows] : rows.data.rows);

  const actionsOf = useRowActions({
    ...{ resource, state, can, deletionNote, whyNotDeletable, openPage },
    actions: readOnly ? undefined : actions,
  });

  const listProps = {
    resource,
    columns,
    rows: shownRows ?? [],
    groups: groupsOf({ resource, groupBy, rows: shownRows ?? [], order: shownOrder }),
    actionsOf,
    state,
    onOpen: openPage ?? ((row: Row) => state.change({ open: row.id })),
    selection:
      can.delete || (bulkActions.length > 0 && !readOnly)
        ? { selected, select, whyNotDeletable, actions: readOnly ? [] : bulkActions, canDelete: can.delete }
        : undefined,
  };
  return (
    <ListPage
      title={listText(resource, 'title')}
      count={rows.data && formatTotal(rows.data)}
      actions={
        <HeadActions
          {...{ resource, state, tools, readOnly }}
          canInsert={can.insert}
          isLoaded={rows.data !== undefined}
        />
      }
    >
      {lead && <p className={classes.lead}>{lead}</p>}
      {notice}
      {rows.isError && !rows.data ? (
        <ListFailed onRetry={() => void rows.refetch()} />
      ) : !shownRows || isPastEnd(rows.data, state) ? (
        <ListSkeleton />
      ) : isPhone ? (
        <GridCards {...listProps} isStale={rows.isPlaceholderData} />
      ) : (
        <GridTable {...listProps} isStale={rows.isPlaceholderData} />
      )}
      {shownRows?.length === 0 && !isPastEnd(rows.data, state) && (
        <EmptyList resource={resource} state={state} canAdd={can.insert} />
      )}
      {rows.data && rows.data.rows.length > 0 && <Paging state={state} listed={rows.data} />}
      {openRow && (can.update || (open === 'new' && can.insert)) && (
        <Editor key={openRow.id} resource={resource} row={openRow} {...editorParts} onClose={close} onSaved={close} />
      )}
      {openRow && !can.update && open !== 'new' && (
        <RowDetails resource={resource} row={openRow} {...details} onClose={close} />
      )}
    </ListPage>
  );
}

interface HeadActionsProps {
  resource: AnyResource;
  state: GridState;
  tools: ReactNode;
  readOnly: boolean;
  canInsert: boolean;
  isLoaded: boolean;
}

function HeadActions({ resource, state, tools, readOnly, canInsert, isLoaded }: HeadActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.headActions}>
      {tools}
      {resource.operations.clear && !readOnly && (
        <Button
          variant="default"
          leftSection={<IconEraser size={16} stroke={1.75} />}
          // Clearing also deletes rows that the range or the search hides.
          disabled={!isLoaded}
          onClick={() => void clearList(resource)}
        >
          {t('grid.clear')}
        </Button>
      )}
      {canInsert && (
        <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => state.change({ open: 'new' })}>
          {listText(resource, 'new')}
        </Button>
      )}
    </div>
  );
}

/** Returns the record that the address names: a new one, a row of this page, or one to load. */
function useOpenRow(
  resource: AnyResource,
  open: string | undefined,
  rows: readonly Row[] | undefined,
): Row | undefined {
  const [cached, setCached] = useState<Row>();
  const localRow = open === 'new' ? blankRow(resource) : rows?.find((row) => row.id === open);
  const shouldFetch = open !== undefined && open !== 'new' && !localRow && cached?.id !== open && rows !== undefined;
  const fetched = useQuery({ ...query(resource.operations.getById, { id: open ?? newId }), enabled: shouldFetch });
  const found = localRow ?? (fetched.data as Row | undefined);
  // Keep the open record even if the list moves to another page.
  if (open && found && cached?.id !== found.id) setCached(found);
  if (!open && cached) setCached(undefined);
  return open ? (cached ?? found) : undefined;
}

function blankRow({ declared }: AnyResource): Row {
  return { ...declared.blank?.(), id: newId };
}
