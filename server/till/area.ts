// The routes of the till.
import type { Area } from '#server/lib/area.ts';
import { companyTillRoutes, tillRoutes } from './routes.ts';

export const tillArea = {
  routes: { tills: tillRoutes, companyTill: companyTillRoutes },
  menu: [],
} satisfies Area;
