// The routes, pages and menu items of the till.
import { companyProducts } from '#contract/till/products.ts';
import { tillPage } from '#contract/till/tills.ts';
import { type Area, listPage, page } from '#server/lib/area.ts';
import { importProducts, previewProducts } from './import/import-products.ts';
import { companyProductRoutes } from './products/routes.ts';
import { companyTillRoutes, tillRoutes } from './routes.ts';

export const tillArea = {
  routes: {
    tills: tillRoutes,
    companyTill: companyTillRoutes,
    companyProducts: companyProductRoutes({ previewImport: previewProducts, import: importProducts }),
  },
  menu: [
    page(tillPage, 'user', { key: 'till', order: 2, icon: 'fa fa-calculator' }),
    listPage(companyProducts, { order: 33, icon: 'fa fa-shopping-cart' }),
    page('/app/company/till', 'admin', { key: 'companyTill', order: 75, icon: 'fa fa-cog' }),
  ],
} satisfies Area;
