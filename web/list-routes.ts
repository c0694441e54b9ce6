// The addresses of the administered lists below /app, and the page of each.
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readGridSearch } from './lib/grid/grid-search.ts';

const pages = {
  '/company/locations': lazyRouteComponent(() => import('./locations/locations-page.tsx'), 'LocationsPage'),
  '/system/general-stuff': lazyRouteComponent(() => import('./languages/languages-page.tsx'), 'LanguagesPage'),
  '/system/log/user-audit': lazyRouteComponent(() => import('./user-audits/user-audits-page.tsx'), 'UserAuditsPage'),
};

export function listRoutes(app: AnyRoute): AnyRoute[] {
  return Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => app, path, validateSearch: readGridSearch, component }),
  );
}
