// The side menu: kept in the browser with its version, so that the server sends it only when it changed.
import { queryOptions } from '@tanstack/react-query';
import { application, type MenuItem } from '#contract/site/application.ts';
import { call } from './client.ts';

interface Kept {
  version: string;
  menu: MenuItem[];
}

const place = 'daybook-menu';

/** The menu of the signed-in user; what was kept is shown until the server has answered. */
export const menuOptions = queryOptions({
  queryKey: [application.getMenu.path],
  queryFn: async ({ signal }) => {
    const kept = readKept();
    const newer = await call(application.getMenu, { version: kept?.version }, { signal });
    if (!newer) return kept?.menu ?? [];
    localStorage.setItem(place, JSON.stringify(newer));
    return newer.menu;
  },
  placeholderData: () => readKept()?.menu,
  staleTime: 5 * 60_000,
});

/** Forgets the menu, for whoever signs in next. */
export function forgetMenu(): void {
  localStorage.removeItem(place);
}

function readKept(): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<Kept> | null; // We wrote it, maybe another release of us.
    return kept && typeof kept.version === 'string' && Array.isArray(kept.menu) ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}
