// The side menu that a user may use.
import { createHash } from 'node:crypto';
import type { MenuItem } from '#contract/application.ts';
import { newId } from '#contract/lib/fields.ts';
import type { May } from '#contract/lib/service.ts';
import type { CurrentUser, SignedIn } from '#server/lib/context.ts';
import { allows } from '#server/lib/may.ts';

/** The menu and its version; nothing (204) when the caller has that version already. */
export async function menuFor(
  context: SignedIn,
  input: { version?: string },
): Promise<{ version: string; menu: MenuItem[] } | undefined> {
  const menu = visible(await menuRows(context), context.user);
  const version = createHash('sha256').update(JSON.stringify(menu)).digest('base64url').slice(0, 22);
  return version === input.version ? undefined : { version, menu };
}

interface Row {
  id: string;
  parentId: string | null;
  name: string;
  icon: string;
  isHeading: boolean;
  may: May;
  order: number;
  sRef: string | null;
  onlySys: boolean | null;
  /** Whose page it is. */
  pageMay: May | null;
}

function menuRows(context: SignedIn): Promise<Row[]> {
  return context.db
    .selectFrom('menuItems as item')
    .leftJoin('pages as page', 'page.id', 'item.pageId')
    .select(['item.id', 'item.parentId', 'item.name', 'item.icon', 'item.isHeading', 'item.order'])
    .select((row) => row.ref('item.may').$castTo<May>().as('may'))
    .select(['page.sRef', 'page.onlySys'])
    .select((row) => row.ref('page.may').$castTo<May | null>().as('pageMay'))
    .orderBy('item.order')
    .orderBy('item.id')
    .execute();
}

/** The tree below the root (the all-zero id), without what the actions do not allow and without what then leads nowhere. */
function visible(rows: readonly Row[], { actions, pages }: Pick<CurrentUser, 'actions' | 'pages'>): MenuItem[] {
  // A grant opens the page whatever its kind, and shows its item.
  const opens = ({ sRef, pageMay, may }: Row) =>
    (allows(actions, may) && allows(actions, pageMay ?? 'user')) || (sRef !== null && pages.includes(sRef));
  const allowed = rows.filter((row) => (!row.onlySys || allows(actions, 'sys')) && opens(row));
  const byParent = Map.groupBy(allowed, (row) => row.parentId);

  function below(parentId: string): MenuItem[] {
    const items = (byParent.get(parentId) ?? [])
      .filter((row) => row.id !== newId)
      .map(({ id, name, icon, isHeading, order, sRef }) => {
        return { id, name, icon, isHeading, order, sRef: sRef ?? '', childrens: below(id) };
      });
    return items.filter((item, index) => leadsSomewhere(item) || isHeadingOf(items.slice(index + 1), item));
  }

  return below(newId);
}

function leadsSomewhere(item: MenuItem): boolean {
  return item.sRef !== '' || item.childrens.length > 0;
}

/** A heading may stand above its siblings instead of holding children: it stays while one of them does. */
function isHeadingOf(following: readonly MenuItem[], item: MenuItem): boolean {
  if (!item.isHeading) return false;
  const end = following.findIndex((sibling) => sibling.isHeading);
  return following.slice(0, end < 0 ? undefined : end).some(leadsSomewhere);
}
