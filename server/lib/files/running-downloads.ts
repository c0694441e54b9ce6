// Bounds the large downloads that run at the same time, and ends those whose client takes nothing.
import { Readable } from 'node:stream';
import type { Database } from '#server/db/pool.ts';
import type { CurrentUser, SignedIn } from '#server/lib/context.ts';
import { poolShares } from '#server/lib/pool-shares.ts';
import { Refusal } from '#server/lib/refusal.ts';

/** Each reads from the database, and occupies a temporary file until its client has it. `poolShares` limits all. */
const maxOfUser = 2;
/** Leaves some to other companies. */
const maxOfCompany = 2;
/** A client that takes nothing for so long is gone (ms). */
const stallTimeout = 10_000;
/** Seconds after which another attempt makes sense. */
const retryAfter = 10;

type Owner = Pick<CurrentUser, 'id' | 'companyId'>;

/** The user of each running download, by process. */
const runningDownloads = new WeakMap<Database, Owner[]>();

function runningIn({ database }: SignedIn): Owner[] {
  const running = runningDownloads.get(database) ?? [];
  runningDownloads.set(database, running);
  return running;
}

/**
 * Throws 429 while two downloads of the user run, and 503 while two of the company do, or as many of any users as the
 * pool has room for.
 */
export function checkDownloadLimits(context: SignedIn): undefined {
  const running = runningIn(context);
  const { id, companyId } = context.user;
  if (running.filter((owner) => owner.id === id).length >= maxOfUser) {
    throw new Refusal(429, 'error.ownDownloadsRun', { retryAfter });
  }
  const ofCompany = running.filter((owner) => owner.companyId === companyId).length;
  if (ofCompany >= maxOfCompany || running.length >= poolShares(context.config.databasePool).downloads)
    throw new Refusal(503, 'error.downloadsRun', { retryAfter });
}

/**
 * Returns the bytes of a download, which counts against the limits until it ends. Throws when a limit is reached, and
 * ends with an error when its reader takes nothing for ten seconds.
 */
export function limitDownload(context: SignedIn, open: () => Readable): Readable {
  checkDownloadLimits(context);
  const running = runningIn(context);
  const owner = context.user;
  running.push(owner);
  const end = () => running.splice(running.indexOf(owner), 1);
  try {
    return endWhenStalled(open()).once('close', end);
  } catch (error) {
    end();
    throw error;
  }
}

/** The same bytes; destroys both streams when nothing is taken for a time. A slow source is no reason. */
function endWhenStalled(source: Readable): Readable {
  let timer = setTimeout(stall, stallTimeout);
  const body = Readable.from(pieces(), { objectMode: false });
  function stall() {
    body.destroy(new Error('The client of a download takes nothing.'));
  }
  async function* pieces() {
    clearTimeout(timer);
    for await (const piece of source) {
      timer = setTimeout(stall, stallTimeout);
      yield piece;
      clearTimeout(timer);
    }
  }
  // The source may fail before the first read; the reader still gets the error.
  source.on('error', () => {});
  return body.once('close', () => {
    clearTimeout(timer);
    source.destroy();
  });
}
