// The operator's calls about the regular work.
import { jobs } from '#contract/jobs.ts';
import { serve } from '#server/lib/serve.ts';
import { runJobNow } from './run-job-now.ts';
import { listJobs } from './store.ts';
import { updateJob } from './update-job.ts';

export const jobRoutes = serve(jobs, {
  getAll: listJobs,
  update: updateJob,
  runNow: runJobNow,
});
