// Deletes a menu item with everything below it, unless it contains an item of the product.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { restoreDeleted, snapshotBeforeDelete } from '#server/lib/grid/undo-delete.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';

const record = { list: 'menuitems', area: 'system', table: 'menuItems' } as const;

/** Includes everything below; can be restored for an hour. */
export function deleteItem(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  return transaction(context, async (tx) => {
    const { db } = tx;
    const { rows } = await sql<{ isSystem: boolean }>`
      with recursive below as (
        select id, is_system from menu_items where id = ${id}
        union select m.id, m.is_system from menu_items m join below b on m.parent_id = b.id)
      select is_system from below`.execute(db);
    if (rows.length === 0) throw notFound();
    if (rows.some(({ isSystem }) => isSystem)) throw new Refusal(409, 'menu.isSystem');
    await snapshotBeforeDelete(tx, { ...record, id });
    await db.deleteFrom('menuItems').where('id', '=', id).execute();
    return undefined;
  });
}

export function restoreItem(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  return transaction(context, async (tx) => {
    await restoreDeleted(tx, { list: record.list, id });
    return undefined;
  });
}
