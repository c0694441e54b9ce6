// The addresses of the administered lists below /app, and the page of each: `contract/list-pages.ts` names them.

import { listPages } from 'virtual:list-pages';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readGridSearch } from './lib/grid/grid-search.ts';

export function listRoutes(app: AnyRoute): AnyRoute[] {
  return listPages.map(([path, load, component]) =>
    createRoute({
      getParentRoute: () => app,
      path: path.slice('/app'.length),
      validateSearch: readGridSearch,
      component: lazyRouteComponent(load, component),
    }),
  );
}
