// The side menu: kept in the browser with its version, so that the server sends it only when it changed.
import { queryOptions } from '@tanstack/react-query';
import { application, type MenuItem } from '#contract/site/application.ts';
import { call } from './client.ts';

interface SchemaInfo {
  version: string;
  menu: MenuItem[];
}

const storageKey = 'daybook-menu';

/** The menu of the signed-in user; what was kept is shown until the server has answered. */
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

/** Forgets the menu, for whoever signs in next. */
export function clearStoredMenu(): void {
  localStorage.removeItem(storageKey);
}

function loadStoredMenu(): SchemaInfo | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<SchemaInfo> | null; // We wrote it, maybe another release of us.
    return stored && typeof stored.version === 'string' && Array.isArray(stored.menu)
      ? (stored as SchemaInfo)
      : undefined;
  } catch {
    return undefined;
  }
}
