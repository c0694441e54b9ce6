// What is done to the menu: shown at once, saved, and taken back by loading the tree anew when that fails.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import { menuItems, newItem, type TreeItem } from '#contract/operations/menu.ts';
import { call, query } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { menuOptions } from '#web/lib/client/menu.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { ask } from '#web/lib/ui/questions.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { isWithin, orderAt, orderOfNew, type Spot, siblingsAt, withMoved } from './arrange.ts';

const all = query(menuItems.getAll, {});

export type MenuTree = ReturnType<typeof useMenuTree>;

export function useMenuTree() {
  const { t } = useTranslation();
  const read = useQuery(all);
  const items = read.data ?? [];

  async function act(doing: () => Promise<unknown>, failed: string): Promise<boolean> {
    const done = await attempt(failed, doing);
    // The menu at the side is the same one.
    if (done) void queryClient.invalidateQueries({ queryKey: menuOptions.queryKey });
    await queryClient.invalidateQueries({ queryKey: all.queryKey });
    return done;
  }

  /** Saves an item as it is to be; answers whether it was. */
  async function change(item: TreeItem): Promise<boolean> {
    await queryClient.cancelQueries({ queryKey: all.queryKey });
    queryClient.setQueryData(all.queryKey, withMoved(items, item));
    const { isSystem: _, ...written } = item;
    const input = { ...written, parentId: item.parentId ?? newId };
    const saved = await act(
      () => call(menuItems.update, input, { tellsItself: true }),
      t('menu.notUpdated', { name: item.name }),
    );
    if (saved) toast('success', t('menu.updated', { name: item.name }));
    return saved;
  }

  /** Nothing happens where the item stands already, or would come below itself. */
  async function move(item: TreeItem, { parentId, before }: Spot): Promise<void> {
    if (before === item.id || isWithin(items, parentId, item.id)) return;
    const siblings = siblingsAt(items, parentId, item.id);
    const now = siblingsAt(items, item.parentId ?? newId);
    const follower = now[now.findIndex(({ id }) => id === item.id) + 1]?.id;
    if (parentId === (item.parentId ?? newId) && before === follower) return;
    await change({ ...item, parentId, order: orderAt(siblings, before) });
  }

  /** Answers the new item, first below its parent; undefined when it could not be added. */
  async function add(parentId: string): Promise<TreeItem | undefined> {
    const name = t('menu.newName');
    const input = { name, icon: newItem.icon, parentId, order: orderOfNew(siblingsAt(items, parentId)) };
    let added: TreeItem | undefined;
    await act(
      async () => {
        added = await call(menuItems.insert, input, { tellsItself: true });
      },
      t('menu.notAdded', { name }),
    );
    return added;
  }

  async function remove(item: TreeItem): Promise<void> {
    const below = items.filter(({ id }) => id !== item.id && isWithin(items, id, item.id)).length;
    const sure = await ask({
      title: t('menu.deleteTitle'),
      text: below ? t('menu.deleteAll', { name: item.name, count: below }) : t('menu.deleteOne', { name: item.name }),
      yes: t('menu.delete'),
      danger: true,
    });
    if (!sure) return;
    const deleted = await act(
      () => call(menuItems.delete, { id: item.id }, { tellsItself: true }),
      t('menu.notDeleted', { name: item.name }),
    );
    if (!deleted) return;
    const takeBack = () =>
      void act(
        () => call(menuItems.restore, { id: item.id }, { tellsItself: true }),
        t('grid.notRestored', { name: item.name }),
      );
    toast('success', t('menu.deleted', { name: item.name }), { label: t('grid.undo'), run: takeBack });
  }

  return { read, items, change, move, add, remove };
}
