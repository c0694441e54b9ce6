// Deletes rows, restores them and clears lists. Asks first and names the rows.
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { isQueryOf } from '#web/lib/editor/use-editor.ts';
import { ask } from '#web/lib/ui/ask.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { rowName } from './format-value.ts';
import { listText, notDeletedText } from './list-text.ts';

export function refreshList(resource: AnyResource): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isQueryOf(resource, queryKey) });
}

/** Asks for confirmation, then deletes rows one by one. Reports by name the rows that could not be deleted. */
export async function deleteRows(resource: AnyResource, rows: readonly Row[]): Promise<void> {
  const operation = resource.operations.delete;
  const [firstRow] = rows;
  if (!operation || !firstRow) return;
  const name = rowName(resource, firstRow);
  const confirmed = await ask({
    title:
      rows.length === 1 ? i18next.t('grid.deleteOne', { name }) : i18next.t('grid.deleteMany', { count: rows.length }),
    text: i18next.t(resource.operations.restore ? 'grid.wayBack' : 'grid.noWayBack'),
    confirmLabel: i18next.t('grid.delete'),
    danger: true,
  });
  if (!confirmed) return;
  const deleted: Row[] = [];
  for (const row of rows) {
    const done = await attempt(notDeletedText(resource, rowName(resource, row)), () =>
      call(operation, { id: row.id }, { handlesErrors: true }),
    );
    if (done) deleted.push(row);
  }
  const [first] = deleted;
  if (first) {
    const message =
      deleted.length === 1
        ? i18next.t('grid.deleted', { name: rowName(resource, first) })
        : i18next.t('grid.deletedMany', { count: deleted.length });
    const undo = { label: i18next.t('grid.undo'), run: () => void restoreRows(resource, deleted) };
    toast('success', message, resource.operations.restore && undo);
  }
  await refreshList(resource);
}

async function restoreRows(resource: AnyResource, rows: readonly Row[]): Promise<void> {
  const { restore } = resource.operations;
  if (!restore) return;
  // Restore in reverse order, because a row may depend on one deleted after it.
  for (const row of rows.toReversed()) {
    await attempt(i18next.t('grid.notRestored', { name: rowName(resource, row) }), () =>
      call(restore, { id: row.id }, { handlesErrors: true }),
    );
  }
  await refreshList(resource);
}

export async function clearList(resource: AnyResource): Promise<void> {
  const operation = resource.operations.clear;
  if (!operation) return;
  const list = listText(resource, 'title');
  const confirmed = await ask({
    title: i18next.t('grid.clearTitle', { list }),
    text: i18next.t('grid.clearText'),
    confirmLabel: i18next.t('grid.clear'),
    danger: true,
  });
  if (!confirmed) return;
  const done = await attempt(i18next.t('grid.notCleared', { list }), () =>
    call(operation, {}, { handlesErrors: true }),
  );
  if (done) toast('success', i18next.t('grid.cleared', { list }));
  await refreshList(resource);
}
