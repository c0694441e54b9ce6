// The side menu for a user.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#contract/lib/fields.ts';
import type { MenuItem } from '#contract/site/application.ts';
import { tillPage } from '#contract/till/tills.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { messagesBelow } from '#server/lib/i18n.ts';
import { sellsHere } from '#server/till/places/sells-here.ts';

/** Returns the menu and its version, or nothing (204) when the caller already has that version. */
export async function menuFor(
  context: SignedIn,
  input: { version?: string },
): Promise<{ version: string; menu: MenuItem[] } | undefined> {
  const menu = visible((await menuRows(context)).map((row) => ({ ...row, name: nameFor(context, row) })));
  const version = createHash('sha256').update(JSON.stringify(menu)).digest('base64url').slice(0, 22);
  return version === input.version ? undefined : { version, menu };
}

interface Row {
  id: string;
  parentId: string | null;
  name: string;
  nameKey: string | null;
  icon: string;
  isHeading: boolean;
  order: number;
  sRef: string | null;
}

/** All items except those of pages that the user may not open, and of a till where nothing is sold. */
function menuRows(context: SignedIn): Promise<Row[]> {
  const { actions, pages } = context.user;
  return context.db
    .selectFrom('menuItems as item')
    .leftJoin('pages as page', 'page.id', 'item.pageId')
    .select(['item.id', 'item.parentId', 'item.name', 'item.nameKey', 'item.icon', 'item.isHeading', 'item.order'])
    .select('page.sRef')
    .where(({ or, eb }) =>
      or([eb('item.pageId', 'is', null), sql<boolean>`can_open_page(page, ${actions}::text[], ${pages}::text[])`]),
    )
    .where(({ or, eb }) => or([eb('page.sRef', 'is distinct from', tillPage), sellsHere(context.user)]))
    .orderBy('item.order')
    .orderBy('item.id')
    .execute();
}

/** In the language of the user, unless an operator named the item. */
function nameFor({ user }: SignedIn, { name, nameKey }: Row): string {
  const words = messagesBelow(user.language, 'app.menuName');
  return (nameKey === null ? undefined : words[nameKey]) ?? name;
}

/** The tree below the root (the all-zero id), without what leads nowhere. */
function visible(rows: readonly Row[]): MenuItem[] {
  const byParent = Map.groupBy(rows, (row) => row.parentId);

  function childrenOf(parentId: string): MenuItem[] {
    const items = (byParent.get(parentId) ?? [])
      .filter((row) => row.id !== newId)
      .map(({ id, name, icon, isHeading, order, sRef }) => {
        return { id, name, icon, isHeading, order, sRef: sRef ?? '', childrens: childrenOf(id) };
      });
    return items.filter((item, index) => isNavigable(item) || isHeadingOf(items.slice(index + 1), item));
  }

  return childrenOf(newId);
}

function isNavigable(item: MenuItem): boolean {
  return item.sRef !== '' || item.childrens.length > 0;
}

/** A heading may stand above its siblings instead of holding children: it stays while one of them does. */
function isHeadingOf(following: readonly MenuItem[], item: MenuItem): boolean {
  if (!item.isHeading) return false;
  const end = following.findIndex((sibling) => sibling.isHeading);
  return following.slice(0, end < 0 ? undefined : end).some(isNavigable);
}
