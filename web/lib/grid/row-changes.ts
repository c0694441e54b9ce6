// Deleting, taking that back, and clearing: asked, told by name.
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { isOf } from '#web/lib/editor/use-editor.ts';
import { ask } from '#web/lib/ui/ask.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { notDeleted, wordOf } from './resource-words.ts';
import { nameOf } from './show-value.ts';

export function refresh(resource: AnyResource): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(resource, queryKey) });
}

/** Asks, then deletes one after the other; what cannot be deleted stays and is named. */
export async function deleteRows(resource: AnyResource, rows: readonly Row[]): Promise<void> {
  const operation = resource.operations.delete;
  const [only] = rows;
  if (!operation || !only) return;
  const name = nameOf(resource, only);
  const agreed = await ask({
    title:
      rows.length === 1 ? i18next.t('grid.deleteOne', { name }) : i18next.t('grid.deleteMany', { count: rows.length }),
    text: i18next.t(resource.operations.restore ? 'grid.wayBack' : 'grid.noWayBack'),
    yes: i18next.t('grid.delete'),
    danger: true,
  });
  if (!agreed) return;
  const gone: Row[] = [];
  for (const row of rows) {
    const done = await attempt(notDeleted(resource, nameOf(resource, row)), () =>
      call(operation, { id: row.id }, { tellsItself: true }),
    );
    if (done) gone.push(row);
  }
  const [first] = gone;
  if (first) {
    const told =
      gone.length === 1
        ? i18next.t('grid.deleted', { name: nameOf(resource, first) })
        : i18next.t('grid.deletedMany', { count: gone.length });
    const takeBack = { label: i18next.t('grid.undo'), run: () => void restoreRows(resource, gone) };
    toast('success', told, resource.operations.restore && takeBack);
  }
  await refresh(resource);
}

async function restoreRows(resource: AnyResource, rows: readonly Row[]): Promise<void> {
  const { restore } = resource.operations;
  if (!restore) return;
  // What was deleted last comes back first, should one need the other.
  for (const row of rows.toReversed()) {
    await attempt(i18next.t('grid.notRestored', { name: nameOf(resource, row) }), () =>
      call(restore, { id: row.id }, { tellsItself: true }),
    );
  }
  await refresh(resource);
}

export async function clearList(resource: AnyResource): Promise<void> {
  const operation = resource.operations.clear;
  if (!operation) return;
  const list = wordOf(resource, 'title');
  const agreed = await ask({
    title: i18next.t('grid.clearTitle', { list }),
    text: i18next.t('grid.clearText'),
    yes: i18next.t('grid.clear'),
    danger: true,
  });
  if (!agreed) return;
  const done = await attempt(i18next.t('grid.notCleared', { list }), () => call(operation, {}, { tellsItself: true }));
  if (done) toast('success', i18next.t('grid.cleared', { list }));
  await refresh(resource);
}
