// Adds the pages and menu items of this version, and updates those that no operator has changed.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { type MenuEntry, rootId } from '#server/lib/area.ts';

/** Runs at every start. Preserves the names, positions and icons that operators chose, and their own items. */
export async function addNewEntries(db: Db, entries: readonly MenuEntry[]): Promise<void> {
  await savePages(db, entries);
  await saveItems(db, entries);
}

async function savePages(db: Db, entries: readonly MenuEntry[]): Promise<void> {
  const pages = entries.flatMap(({ key, name, page }) => (page ? [{ ...page, name, key }] : []));
  const delivered = sql`json_to_recordset(${JSON.stringify(pages)}::json)
    as d (id uuid, name text, key text, "sRef" text, may text)`;
  // An operator's own page with the same address takes the place of the delivered one.
  await sql`insert into pages (id, name, name_key, s_ref, only_sys, is_system, may)
    select id, name, key, "sRef", may = 'sys', true, may from ${delivered} on conflict do nothing`.execute(db);
  await sql`update pages p set may = d.may, name = case when p.name_key is null then p.name else d.name end
    from ${delivered}
    where p.id = d.id and (p.may <> d.may or p.name_key is not null and p.name <> d.name)`.execute(db);
}

async function saveItems(db: Db, entries: readonly MenuEntry[]): Promise<void> {
  const root = { id: rootId, name: 'Menu', icon: 'fa fa-bars', order: 0, isHeading: true };
  const items = entries.map(({ key, name, page, item, formerly }) => ({
    ...item,
    name,
    key,
    isHeading: page === undefined,
    pageId: page?.id,
    sRef: page?.sRef,
    formerOrders: formerly?.order ?? [],
    formerIcons: formerly?.icon ?? [],
  }));
  const delivered = sql`json_to_recordset(${JSON.stringify([root, ...items])}::json)
    as d (id uuid, "parentId" uuid, "pageId" uuid, "sRef" text, name text, key text, icon text, "isHeading" boolean,
      "order" integer, "formerOrders" integer[], "formerIcons" text[])`;
  await sql`insert into menu_items (id, parent_id, page_id, name, name_key, icon, is_heading, is_system, "order")
    select id, "parentId",
      (select p.id from pages p where p.id = d."pageId" or p.s_ref = d."sRef" order by p.id = d."pageId" desc limit 1),
      name, key, icon, "isHeading", true, "order"
    from ${delivered} on conflict do nothing`.execute(db);
  await sql`update menu_items m set
      name = case when m.name_key is null then m.name else d.name end,
      "order" = case when m."order" = any(d."formerOrders") then d."order" else m."order" end,
      icon = case when m.icon = any(d."formerIcons") then d.icon else m.icon end
    from ${delivered}
    where m.id = d.id and (m.name_key is not null and m.name <> d.name
      or m."order" = any(d."formerOrders") or m.icon = any(d."formerIcons"))`.execute(db);
}
