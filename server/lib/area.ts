// Declares an area of the server: the routes of its services, its pages, and their items of the side menu.
import { createHash } from 'node:crypto';
import type { AnyResource, Resource, ResourceDeclaration } from '#contract/lib/resource.ts';
import type { May } from '#contract/lib/service.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import type { ServiceRoutes } from './http/serve.ts';
import { translate } from './i18n.ts';

/** An area; `server/app.ts` joins them. */
export interface Area {
  /** The routes, keyed by the names of the services in the contract. */
  routes: Record<string, ServiceRoutes>;
  menu?: readonly MenuEntry[];
}

/** An item of the side menu with the page that it opens; a heading opens none. */
export interface MenuEntry {
  /** The key of its words: `app.menuName.{key}` in every language file. */
  key: string;
  /** The name that operators see where they arrange the menu and the pages. */
  name: string;
  page?: { id: string; sRef: string; may: Exclude<May, 'anyone'> };
  item: { id: string; parentId: string; order: number; icon: string };
  /** Values of earlier versions. The start replaces them unless an operator has changed them. */
  formerly?: { order?: readonly number[]; icon?: readonly string[] };
}

interface Placed {
  key: string;
  /** Defaults to the English words of the key. */
  name?: string;
  /** The position among the items with the same parent. */
  order: number;
  /** A style class, such as `fa fa-calendar`. */
  icon: string;
  /** The key of the parent entry; items without one are at the top level. */
  below?: string;
  /** The last six digits of the page's and the item's id, for rows older than the ids that derive from the key. */
  ids?: readonly [page: string, item: string];
  formerly?: MenuEntry['formerly'];
}

/** The root of the menu. */
export const rootId = '00000000-0000-0000-0000-000000000000';

/** A page at the address `sRef`. */
export function page(sRef: string, may: Exclude<May, 'anyone'>, placed: Placed): MenuEntry {
  const id = placed.ids ? deliveredId(placed.ids[0]) : idOf('page', placed.key);
  return { ...heading(placed), page: { id, sRef, may } };
}

/** The page of an administered list. */
export function listPage<D extends ResourceDeclaration>(
  list: Resource<D> | AnyResource,
  placed: Omit<Placed, 'key'> & { key?: string },
): MenuEntry {
  return page(list.declared.page, list.declared.may, { key: list.name, ...placed });
}

/** An item without a page; it names the items between it and the next heading. */
export function heading({ key, name, order, icon, below, ids, formerly }: Placed): MenuEntry {
  return {
    key,
    name: name ?? translate('en', uncheckedKey(`app.menuName.${key}`)),
    item: {
      id: ids ? deliveredId(ids[1]) : idOf('item', key),
      parentId: below === undefined ? rootId : idOf('item', below),
      order,
      icon,
    },
    formerly,
  };
}

const deliveredId = (digits: string) => `00000000-0000-7000-8000-000000${digits}`;

/** Derives an id (UUID version 8) from the key, so that it is the same in every installation. */
function idOf(kind: 'page' | 'item', key: string): string {
  const hex = createHash('sha256').update(`${kind} ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
