// Works out in a worker thread when calendar objects take time, and splits files; no object may take too long.
import { threadPool } from '#server/lib/threads/thread-pool.ts';
import type { FetchedObject } from '#server/links/outside/client/fetch-objects.ts';
import type { SplitFeed } from '#server/links/outside/client/split-feed.ts';
import { ReadingFailed } from '#server/links/outside/client/why-failed.ts';
import type { ExpandedObject, ExpandJob } from './expand-all.ts';
import type { OutsideJob } from './expand-thread.ts';

/** Of one job (ms): then its objects are tried alone, and the one that takes so long is listed. */
const deadline = 20_000;
const perJob = 100;
/** Characters of the times of a calendar, which are in memory together: those of 6,000 series of each day. */
export const maxTimesText = 128_000_000;

const runJob = threadPool<OutsideJob, unknown>(new URL('./expand-thread.ts', import.meta.url), {
  name: 'outside calendars',
  max: 1,
  maxMegabytes: 256,
  deadline,
});

/** Throws `ReadingFailed` for a text that is no calendar, and for one that ends too early or takes too long. */
export async function splitInThread(feed: string): Promise<FetchedObject[]> {
  const split = await runJob({ feed }).catch((cause: unknown) => {
    throw new ReadingFailed('large', { cause });
  });
  // As the thread answers it.
  const objects = split as SplitFeed;
  if (typeof objects === 'string') throw new ReadingFailed(objects);
  return objects;
}

/**
 * In the order of the objects. Throws the reason of the signal: objects that take long would have the thread, and keep
 * the calendars of others waiting, for hours. Throws `ReadingFailed` for more times than there is room for, in
 * characters.
 */
export async function expandObjects(
  { objects, ...job }: ExpandJob,
  { signal, room = maxTimesText }: { signal?: AbortSignal; room?: number } = {},
): Promise<ExpandedObject[]> {
  const expanded: ExpandedObject[] = [];
  let size = 0;
  for (let first = 0; first < objects.length; first += perJob) {
    const some = objects.slice(first, first + perJob);
    for (const one of await expandSome({ ...job, objects: some }, signal)) {
      expanded.push(one);
      size += one.busy.length;
    }
    if (size > room) throw new ReadingFailed('many');
  }
  return expanded;
}

async function expandSome(job: ExpandJob, signal: AbortSignal | undefined): Promise<ExpandedObject[]> {
  signal?.throwIfAborted();
  try {
    // As the thread answers it.
    return (await runJob({ expand: job })) as ExpandedObject[];
  } catch (error) {
    const [one] = job.objects;
    if (job.objects.length > 1) {
      const half = Math.ceil(job.objects.length / 2);
      const first = await expandSome({ ...job, objects: job.objects.slice(0, half) }, signal);
      return [...first, ...(await expandSome({ ...job, objects: job.objects.slice(half) }, signal))];
    }
    if (!one) throw error;
    return [{ key: one.key, uid: '', content: '', busy: '{}', problem: 'slow', isBad: true, title: '' }];
  }
}
