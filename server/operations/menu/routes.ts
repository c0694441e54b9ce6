// The operator's calls for editing the menu.
import { menuItems } from '#contract/operations/menu.ts';
import { serve } from '#server/lib/http/serve.ts';
import { deleteItem, restoreItem } from './delete-item.ts';
import { insertItem, updateItem } from './save-item.ts';
import { allItems, pagesToLink } from './store.ts';

export const menuRoutes = serve(menuItems, {
  getAll: allItems,
  getPages: pagesToLink,
  insert: insertItem,
  update: updateItem,
  delete: deleteItem,
  restore: restoreItem,
});
