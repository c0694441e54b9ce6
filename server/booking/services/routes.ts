// Serves the services of a company and their categories to its administrators.
import { companyServiceCategories, companyServices } from '#contract/booking/services.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { tableList } from '#server/lib/grid/table-list.ts';
import { serve } from '#server/lib/http/serve.ts';
import { insertCompanyService, orderCompanyServices, updateCompanyService } from './save-company-service.ts';
import { readChoices, serviceRows } from './store.ts';

export const companyServiceRoutes = serve(companyServices.operations, {
  ...gridOf(companyServices, { rows: serviceRows, table: 'services' }),
  insert: insertCompanyService,
  update: updateCompanyService,
  getChoices: readChoices,
  order: orderCompanyServices,
});

export const companyServiceCategoryRoutes = tableList(companyServiceCategories, 'serviceCategories', {
  unique: { service_categories_name: 'Name' },
});
