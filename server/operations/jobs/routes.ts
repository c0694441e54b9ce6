// The operator's calls for jobs.
import { systemJobs } from '#contract/operations/jobs.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { checkJobChange } from './check-job-change.ts';
import { runJobNow } from './run-job-now.ts';
import { jobRows } from './store.ts';

export const jobRoutes = serve(systemJobs.operations, {
  ...gridOf(systemJobs, { rows: jobRows, table: 'jobs', values: checkJobChange }),
  runNow: runJobNow,
});
