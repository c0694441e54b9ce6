// All companies, administered by the operator.
import { systemCompanies } from '#contract/operations/companies.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { copyPlace } from './copy-place.ts';
import { moveCompany } from './move-company.ts';
import { companyRows } from './store.ts';

export const systemCompanyRoutes = serve(systemCompanies.operations, {
  ...gridOf(systemCompanies, {
    rows: companyRows,
    table: 'companies',
    async values(context, { eMail = '', phoneNumber = '', geolocationId, ...input }, id) {
      if (id && geolocationId) await copyPlace(context, { geolocationId, companyId: id });
      return { ...input, eMail, phoneNumber, geolocationId };
    },
  }),
  updateGeoLocation: moveCompany,
});
