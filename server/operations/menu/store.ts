// Queries for the menu items and the pages that they link to.
import { newId } from '#contract/lib/fields.ts';
import type { TreeItem } from '#contract/operations/menu.ts';
import type { Context } from '#server/lib/context.ts';

const columns = ['id', 'name', 'icon', 'isHeading', 'isSystem', 'order', 'pageId', 'parentId'] as const;

export function allItems({ db }: Context): Promise<TreeItem[]> {
  return db.selectFrom('menuItems').select(columns).orderBy('order').orderBy('id').execute();
}

export function itemById({ db }: Context, id: string): Promise<TreeItem | undefined> {
  return db.selectFrom('menuItems').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function pagesToLink({ db }: Context): Promise<{ id: string; name: string; sRef: string }[]> {
  const pages = await db.selectFrom('pages').select(['id', 'name', 'sRef']).orderBy('name').orderBy('id').execute();
  return [{ id: newId, name: '', sRef: '' }, ...pages];
}
