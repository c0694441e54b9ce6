// The routes, pages and menu items of the till.
import { companyProducts } from '#contract/till/products.ts';
import { type Area, listPage, page } from '#server/lib/area.ts';
import { companyProductRoutes } from './products/routes.ts';
import { companyTillRoutes, tillRoutes } from './routes.ts';

export const tillArea = {
  routes: { tills: tillRoutes, companyTill: companyTillRoutes, companyProducts: companyProductRoutes },
  menu: [
    listPage(companyProducts, { order: 33, icon: 'fa fa-shopping-cart' }),
    page('/app/company/till', 'admin', { key: 'companyTill', order: 75, icon: 'fa fa-cog' }),
  ],
} satisfies Area;
