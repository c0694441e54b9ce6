// Serves incomes.
import { incomes } from '#contract/reports/incomes.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readIncomes } from './read-incomes.ts';
import { readReasons } from './read-reasons.ts';
import { readSums } from './read-sums.ts';
import { clearEstimates, updateEstimate } from './update-estimate.ts';

export const incomeRoutes = serve(incomes, {
  getByCompany: (context, range) => readIncomes(context, 'by_company', range),
  getByLocation: (context, range) => readIncomes(context, 'by_location', range),
  getPerUser: (context, range) => readIncomes(context, 'by_user', range),
  getSums: readSums,
  getReasons: readReasons,
  update: updateEstimate,
  clear: clearEstimates,
});
