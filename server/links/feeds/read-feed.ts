// Reads a feed: its tag by one aggregate, and its text only if the reader does not have it.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { readTransaction } from '#server/db/transaction.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import type { Services } from '#server/lib/context.ts';
import { type FeedCalendar, writeFeed } from '#server/messaging/mail/icalendar.ts';
import { customerItems, customerState } from './customer-feed.ts';
import { type FoundFeed, findFeed, type OfStaff } from './find-feed.ts';
import { staffItems, staffState } from './staff-feed.ts';

export interface ReadFeed extends Pick<FoundFeed, 'companyId' | 'id' | 'lastReadAt'> {
  etag: string;
  text(): Promise<Buffer>;
}

const daysBack = 90;
const daysAhead = 400;

/** Part of each tag: raise it when the same events are written in another way. */
const writerVersion = 1;

/**
 * Returns undefined for an unknown token, for a feed whose maker may no longer see what it shows, and for one whose
 * subject is gone. Reads take turns with the lists of the company. Throws 503 when too many of them wait.
 */
export async function readFeed(services: Services, token: string): Promise<ReadFeed | undefined> {
  const found = await findFeed(services.database.read, token);
  if (!found) return undefined;
  const now = services.clock.now();
  const range = { start: now.subtract({ hours: 24 * daysBack }), end: now.add({ hours: 24 * daysAhead }) };
  const context = { ...services, db: services.database.read };
  const state = await withCompanyTurn(services, found.companyId, () =>
    isOfStaff(found) ? staffState(context, found, range) : customerState(context, found, range),
  );
  if (!state) return undefined;
  const { year } = now.toZonedDateTimeISO('UTC');
  const calendar: FeedCalendar = {
    name: state.name,
    timeZone: state.timeZone,
    years: { first: year - 1, last: year + 2 },
  };
  const detail = isOfStaff(found) ? [found.detail, found.language] : [];
  const parts = [writerVersion, found.id, services.publicUrl, calendar, state.version, ...detail];
  return {
    companyId: found.companyId,
    id: found.id,
    lastReadAt: found.lastReadAt,
    etag: `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`,
    text: () =>
      withCompanyTurn(services, found.companyId, () =>
        readTransaction(context, async (tx) => {
          const items = isOfStaff(found) ? staffItems(tx, found, range) : customerItems(tx, found, range);
          const pieces: Buffer[] = [];
          for await (const piece of writeFeed(calendar, items)) pieces.push(Buffer.from(piece));
          return Buffer.concat(pieces);
        }),
      ),
  };
}

/** Stores the time of a reading, once an hour at most. */
export async function noteReading(
  { database, clock }: Services,
  { companyId, id, lastReadAt }: ReadFeed,
): Promise<void> {
  const now = clock.now();
  const isRecent = lastReadAt !== null && Temporal.Instant.compare(now, lastReadAt.add({ hours: 1 })) < 0;
  if (isRecent) return;
  await sql`update feeds set last_read_at = ${now} where company_id = ${companyId} and id = ${id}`.execute(
    database.write,
  );
}

function isOfStaff(found: FoundFeed): found is OfStaff {
  return found.kind === 'person' || found.kind === 'place';
}
