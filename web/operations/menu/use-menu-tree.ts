// Changes the menu tree: shows changes at once, saves them, and reloads the tree on failure.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import { menuItems, newItem, type TreeItem } from '#contract/operations/menu.ts';
import { call, query } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { menuQuery } from '#web/lib/client/menu.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { isDescendant, type MenuPosition, moveItem, orderAt, orderOfNew, siblingsAt } from './arrange.ts';

const menuItemsQuery = query(menuItems.getAll, {});

export type MenuTree = ReturnType<typeof useMenuTree>;

export function useMenuTree() {
  const { t } = useTranslation();
  const read = useQuery(menuItemsQuery);
  const items = read.data ?? [];

  async function runChange(operation: () => Promise<unknown>, failed: string): Promise<boolean> {
    const done = await attempt(failed, operation);
    // The side menu shows the same items.
    if (done) void queryClient.invalidateQueries({ queryKey: menuQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: menuItemsQuery.queryKey });
    return done;
  }

  /** Saves an item; resolves to true on success. */
  async function change(item: TreeItem): Promise<boolean> {
    await queryClient.cancelQueries({ queryKey: menuItemsQuery.queryKey });
    queryClient.setQueryData(menuItemsQuery.queryKey, moveItem(items, item));
    const { isSystem: _, ...written } = item;
    const input = { ...written, parentId: item.parentId ?? newId };
    const saved = await runChange(
      () => call(menuItems.update, input, { handlesErrors: true }),
      t('menu.notUpdated', { name: item.name }),
    );
    if (saved) toast('success', t('menu.updated', { name: item.name }));
    return saved;
  }

  /** Does nothing if the item is already there or would become its own descendant. */
  async function move(item: TreeItem, { parentId, before }: MenuPosition): Promise<void> {
    if (before === item.id || isDescendant(items, parentId, item.id)) return;
    const siblings = siblingsAt(items, parentId, item.id);
    const now = siblingsAt(items, item.parentId ?? newId);
    const nextId = now[now.findIndex(({ id }) => id === item.id) + 1]?.id;
    if (parentId === (item.parentId ?? newId) && before === nextId) return;
    await change({ ...item, parentId, order: orderAt(siblings, before) });
  }

  /** Returns the new item, first below its parent; undefined on failure. */
  async function add(parentId: string): Promise<TreeItem | undefined> {
    const name = t('menu.newName');
    const input = { name, icon: newItem.icon, parentId, order: orderOfNew(siblingsAt(items, parentId)) };
    let added: TreeItem | undefined;
    await runChange(
      async () => {
        added = await call(menuItems.insert, input, { handlesErrors: true });
      },
      t('menu.notAdded', { name }),
    );
    return added;
  }

  async function remove(item: TreeItem): Promise<void> {
    const descendants = items.filter(({ id }) => id !== item.id && isDescendant(items, id, item.id)).length;
    const confirmed = await ask({
      title: descendants
        ? t('menu.deleteAll', { name: item.name, count: descendants })
        : t('menu.deleteOne', { name: item.name }),
      text: t('grid.wayBack'),
      confirmLabel: t('menu.delete'),
      danger: true,
    });
    if (!confirmed) return;
    const deleted = await runChange(
      () => call(menuItems.delete, { id: item.id }, { handlesErrors: true }),
      t('menu.notDeleted', { name: item.name }),
    );
    if (!deleted) return;
    const undo = () =>
      void runChange(
        () => call(menuItems.restore, { id: item.id }, { handlesErrors: true }),
        t('grid.notRestored', { name: item.name }),
      );
    toast('success', t('menu.deleted', { name: item.name }), { label: t('grid.undo'), run: undo });
  }

  return { read, items, change, move, add, remove };
}
