// The routes of billing details.
import { companyBilling, systemBilling } from '#contract/money/billing.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readBilling } from './read-billing.ts';
import { billing } from './store.ts';
import { checkVatId, updateBilling, updateOwnBilling } from './update-billing.ts';

export const companyBillingRoutes = serve(companyBilling, { get: readBilling, update: updateOwnBilling });

export const systemBillingRoutes = serve(systemBilling.operations, {
  ...gridOf(systemBilling, billing),
  update: updateBilling,
  checkVatId,
});
