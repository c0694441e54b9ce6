// All companies, administered by the operator.
import type { z } from 'zod';
import { systemCompanies } from '#contract/operations/companies.ts';
import { changeTerms, setTermsOfToday } from '#server/balance/terms/change-terms.ts';
import { readTerms } from '#server/balance/terms/read-terms.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { copyPlace } from './copy-place.ts';
import { moveCompany } from './move-company.ts';
import { companyRows } from './store.ts';
import { whenLimitChanged } from './when-limit-changed.ts';

export const systemCompanyRoutes = serve(systemCompanies.operations, {
  ...gridOf(systemCompanies, {
    rows: companyRows,
    table: 'companies',
    async values(context, { name, address, country, eMail = '', phoneNumber = '', geolocationId, ...own }, id = '') {
      const { smsPerDay, campaignMailsPerDay, linksLeadDirectly, ...terms } = own;
      if (geolocationId) await copyPlace(context, { geolocationId, companyId: id });
      await setTermsOfToday(context, id, terms);
      const columns = {
        name,
        address,
        country,
        eMail,
        phoneNumber,
        geolocationId,
        smsPerDay,
        campaignMailsPerDay,
        linksLeadDirectly,
      } satisfies ColumnsOf<'companies', z.output<typeof systemCompanies.declared.input>, keyof typeof terms>;
      return { ...columns, ...(await whenLimitChanged(context, id, campaignMailsPerDay)) };
    },
  }),
  getTerms: (context, { companyId }) => readTerms(context, companyId),
  changeTerms,
  updateGeoLocation: moveCompany,
});
