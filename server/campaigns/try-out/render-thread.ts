// The worker thread that renders long campaigns.
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';
import { renderNow } from './render-example.ts';

serveJobs(renderNow);
