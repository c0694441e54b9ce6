// Serves the services of a company and their categories to its administrators.

import { sql } from 'kysely';
import { companyServiceCategories, companyServices } from '#contract/booking/services.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { insertCompanyService, updateCompanyService } from './save-company-service.ts';
import { saveOrder } from './save-order.ts';
import { readChoices, serviceRows } from './store.ts';

export const companyServiceRoutes = serve(companyServices.operations, {
  ...gridOf(companyServices, {
    rows: serviceRows,
    table: 'services',
    orderColumns: { category: { column: 'place' } },
    // While it was deleted, customers were counted without it.
    async afterRestore({ db, user, clock }, id) {
      await sql`select recount_contacts_of(${user.companyId}, ${id}, ${clock.now()})`.execute(db);
    },
  }),
  insert: insertCompanyService,
  update: updateCompanyService,
  getChoices: readChoices,
  order: (context, { ids }) => saveOrder(context, 'services', ids),
});

export const companyServiceCategoryRoutes = serve(companyServiceCategories.operations, {
  ...gridOf(companyServiceCategories, {
    rows: () => sql<object>`select t.*, ${versionOf('t')} from service_categories t`,
    table: 'serviceCategories',
    async values({ db, user }, input, id) {
      if (id) return input;
      const { last } = await db
        .selectFrom('serviceCategories')
        .select(({ fn }) => fn.max('position').as('last'))
        .where('companyId', '=', user.companyId)
        .executeTakeFirstOrThrow();
      return { ...input, position: (last ?? 0) + 1 };
    },
    unique: { service_categories_name: 'Name' },
  }),
  order: (context, { ids }) => saveOrder(context, 'service_categories', ids),
});
