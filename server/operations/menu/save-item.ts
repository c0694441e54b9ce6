// Adds, changes and moves menu items.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { itemFields, type menuItems, type TreeItem } from '#contract/operations/menu.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { completeUpdate } from '#server/lib/http/complete-update.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { allItems, itemById } from './store.ts';

type NewItem = Omit<Parsed<typeof menuItems.insert>, 'id'>;
type ItemInput = Required<NewItem>;

export function insertItem(
  context: SignedIn,
  { id: _, ...fields }: Parsed<typeof menuItems.insert>,
): Promise<TreeItem> {
  return transaction(context, async (tx) => {
    await lockMenu(tx);
    const order = fields.order ?? (await orderOfFirst(tx, fields.parentId));
    const values = await checkItem(tx, { ...fields, order }, undefined);
    const id = randomUUIDv7();
    await tx.db
      .insertInto('menuItems')
      .values({ ...values, id } satisfies ColumnsOf<'menuItems', ItemInput>)
      .execute();
    await shiftSiblings(tx, id, values);
    return savedItem(tx, id);
  });
}

export function updateItem(context: SignedIn, { id, ...given }: Parsed<typeof menuItems.update>): Promise<TreeItem> {
  return transaction(context, async (tx) => {
    await lockMenu(tx);
    const before = await itemById(tx, id);
    if (!before) throw notFound();
    const fields = completeUpdate<ItemInput>(itemFields, given, before);
    const values = await checkItem(tx, fields, id);
    // A name that the operator chose is no longer translated.
    const nameKey = sql<string | null>`case when name = ${values.name} then name_key end`;
    await tx.db
      .updateTable('menuItems')
      .set({ ...values, nameKey } satisfies ColumnsOf<'menuItems', ItemInput>)
      .where('id', '=', id)
      .execute();
    if (before.parentId !== fields.parentId || before.order !== fields.order) await shiftSiblings(tx, id, fields);
    return savedItem(tx, id);
  });
}

/** The order of a new first child (specification, "Menu tree"). */
async function orderOfFirst({ db }: SignedIn, parentId: string): Promise<number> {
  const { rows } = await sql<{ order: number }>`
    select coalesce(min("order") - 1, 0) as "order" from menu_items where parent_id = ${parentId}`.execute(db);
  return rows[0]?.order ?? 0;
}

/** One change at a time: two concurrent moves could each be valid and together form a cycle. */
async function lockMenu({ db }: SignedIn): Promise<void> {
  await sql`lock table menu_items in share row exclusive mode`.execute(db);
}

/** Validates that the menu stays a tree, and returns the values to write. Throws 417. */
async function checkItem(context: SignedIn, fields: ItemInput, id: string | undefined): Promise<ItemInput> {
  if (id === newId) throw new Refusal(409, 'menu.root');
  const byId = new Map((await allItems(context)).map((item) => [item.id, item]));
  if (!byId.has(fields.parentId)) throw invalid('ParentId', 'menu.parent');
  for (let above = byId.get(fields.parentId); above; above = byId.get(above.parentId ?? '')) {
    if (above.id === id) throw invalid('ParentId', 'menu.ring');
  }
  const { pageId } = fields;
  if (pageId !== null) {
    const page = await context.db.selectFrom('pages').select('id').where('id', '=', pageId).executeTakeFirst();
    if (!page) throw invalid('Pages_Id', 'menu.page');
  }
  return fields;
}

/**
 * An item inserted before another gets that one's order less one (specification, "Menu tree"), which may equal the
 * order of the item before it: siblings up to that order move down by one to make room.
 */
async function shiftSiblings({ db }: SignedIn, id: string, { parentId, order }: ItemInput): Promise<void> {
  await sql`update menu_items set "order" = "order" - 1
    where parent_id = ${parentId} and id <> ${id} and "order" <= ${order} and exists (
      select from menu_items same where same.parent_id = ${parentId} and same.id <> ${id} and same."order" = ${order})`.execute(
    db,
  );
}

async function savedItem(context: SignedIn, id: string): Promise<TreeItem> {
  const saved = await itemById(context, id);
  if (!saved) throw notFound();
  return saved;
}
