// The side menu. The browser stores it with its version; the server sends it again only after a change.
import { queryOptions } from '@tanstack/react-query';
import { application, type MenuItem } from '#contract/site/application.ts';
import { call } from './client.ts';

interface SchemaInfo {
  version: string;
  menu: MenuItem[];
}

const storageKey = 'daybook-menu';

/** The signed-in user's menu. Shows the stored menu until the server answers. */
export const menuQuery = queryOptions({
  queryKey: [application.getMenu.path],
  queryFn: async ({ signal }) => {
    const stored = loadStoredMenu();
    const fresh = await call(application.getMenu, { version: stored?.version }, { signal });
    if (!fresh) return stored?.menu ?? [];
    localStorage.setItem(storageKey, JSON.stringify(fresh));
    return fresh.menu;
  },
  placeholderData: () => loadStoredMenu()?.menu,
  staleTime: 5 * 60_000,
});

/** Clears the stored menu for the next person who signs in. */
export function clearStoredMenu(): void {
  localStorage.removeItem(storageKey);
}

function loadStoredMenu(): SchemaInfo | undefined {
  try {
    // Another release may have stored it.
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<SchemaInfo> | null;
    return stored && typeof stored.version === 'string' && Array.isArray(stored.menu)
      ? (stored as SchemaInfo)
      : undefined;
  } catch {
    return undefined;
  }
}
