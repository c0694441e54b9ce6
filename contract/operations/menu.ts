// The tree of the side menu, arranged by the operator.
import { z } from 'zod';
import { id, newId } from '#contract/lib/fields.ts';
import { insertInput, updateInput } from '#contract/lib/record-input.ts';
import { del, get, post, service } from '#contract/lib/service.ts';

export const menuItem = z.object({
  id,
  name: z.string(),
  /** A style class, such as `fa fa-calendar`. */
  icon: z.string(),
  isHeading: z.boolean(),
  /** Ships with the product: can be moved and renamed, not deleted. */
  isSystem: z.boolean(),
  order: z.number().int(),
  pageId: id.nullable().meta({ wire: 'Pages_Id' }),
  parentId: id.nullable(),
});
export type TreeItem = z.output<typeof menuItem>;

/** The initial name and icon of a new item (specification, section 9). */
export const newItem = { name: 'New menu item', icon: 'fa fa-question' } as const;
const nameLength = { min: 3, max: 40 } as const;

export const itemFields = {
  name: z.string().trim().min(nameLength.min, { error: 'menu.name' }).max(nameLength.max, { error: 'menu.name' }),
  icon: z.string().regex(/^[a-z][a-z0-9 -]{0,59}$/, { error: 'menu.icon' }),
  isHeading: z.boolean().default(false),
  order: z.number().int().min(-1_000_000).max(1_000_000),
  pageId: id.nullable().default(null).meta({ wire: 'Pages_Id' }),
  parentId: id,
};

/** The route of the menu's page. */
const page = '/app/system/menu';

export const menuItems = service(
  'system/menuitems',
  { about: 'Items of the side menu.' },
  {
    getAll: get({
      summary: 'Returns every menu item; the root is the system item with the all-zero id.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: z.array(menuItem),
    }),
    getPages: get({
      summary: 'Returns the pages that an item can open, after an empty entry.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: z.array(z.object({ id, name: z.string(), sRef: z.string() })),
    }),
    insert: post({
      summary: 'Adds an item and returns it. By default it stands below the root, before its siblings.',
      may: 'sys',
      page,
      input: insertInput(menuItem, {
        ...itemFields,
        id: z.literal(newId).optional(),
        name: itemFields.name.default(newItem.name),
        icon: itemFields.icon.default(newItem.icon),
        order: itemFields.order.optional().describe('One less than that of the first sibling when omitted, or 0.'),
        parentId: itemFields.parentId.default(newId),
      }),
      output: menuItem,
    }),
    update: post({
      summary:
        'Updates or moves an item; omitted fields stay unchanged. Siblings with the same order stay before it. The all-zero Id is the root, which is refused.',
      may: 'sys',
      page,
      input: updateInput(menuItem, itemFields, { id }),
      output: menuItem,
    }),
    delete: del({
      summary: 'Deletes an item and all items below it.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: null,
    }),
    restore: post({
      summary:
        'Restores a deleted item with all items below it. Only the caller who deleted it can do so, within an hour.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);
