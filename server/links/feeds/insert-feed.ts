// Creates a feed of a calendar or a location.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { type Feed, type feeds, maxFeeds } from '#contract/links/feeds.ts';
import { mayUse } from '#server/booking/times/may-use.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { feedUrl } from './feed-token.ts';
import { findFeedOfStaff, mayReadPlace } from './store.ts';

/**
 * Returns the feed with its address, which no other call returns. Throws 404 for a calendar or a location whose events
 * the caller may not see, 417 unless exactly one of them is given, and for one with `maxFeeds` feeds.
 */
export async function insertFeed(
  context: SignedIn,
  { detail, ...subject }: Parsed<typeof feeds.insert>,
): Promise<Feed & { address: string }> {
  const { db, user, clock } = context;
  const { calendarId = null, locationId = null } = subject;
  if ((calendarId === null) === (locationId === null)) throw invalid('CalendarId', 'staffFeeds.oneSubject');
  // Locked, so that two calls do not pass the limit together, but not against appointments that refer to it.
  const { rows } = await (calendarId === null
    ? sql`select from locations l where l.id = ${locationId} and ${mayReadPlace(user)} for no key update`
    : sql`select from calendars k where k.id = ${calendarId} and ${mayUse(user)} for no key update`
  ).execute(db);
  if (rows.length === 0) throw notFound();
  const { count } = await db
    .selectFrom('feeds')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(calendarId === null ? 'locationId' : 'calendarId', '=', calendarId ?? locationId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxFeeds) throw invalid('CalendarId', 'staffFeeds.tooMany', { count: maxFeeds });
  const token = newToken();
  const id = randomUUIDv7();
  await db
    .insertInto('feeds')
    .values({
      ...{ companyId: user.companyId, id, calendarId, locationId, detail },
      kind: calendarId === null ? 'place' : 'person',
      tokenHash: hashToken(token),
      createdBy: user.id,
      createdAt: clock.now(),
    })
    .execute();
  await audit(context, `Made a calendar feed of a ${calendarId === null ? 'location' : 'person'}`);
  const made = await findFeedOfStaff(context, id);
  if (!made) throw notFound();
  return { ...made, address: feedUrl(context, token) };
}
