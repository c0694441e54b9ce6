// The worker thread that reads calendar objects: splits files, and works out when events take time.
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';
import { splitFeed } from '#server/links/outside/client/split-feed.ts';
import { type ExpandJob, expandAll } from './expand-all.ts';

export type OutsideJob = { expand: ExpandJob } | { feed: string };

serveJobs((job: OutsideJob) => ('feed' in job ? splitFeed(job.feed) : expandAll(job.expand)));
