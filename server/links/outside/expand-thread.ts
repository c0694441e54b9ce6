// The worker thread that reads calendar objects and works out when they take time.
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';
import { type ExpandJob, expandAll } from './expand-all.ts';

serveJobs((job: ExpandJob) => expandAll(job));
