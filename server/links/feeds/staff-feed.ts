// The events of a feed of a calendar or a location: those that its maker may see today.
import { type RawBuilder, sql } from 'kysely';
import { eventsBetween } from '#server/booking/times/events-between.ts';
import { firstLocation } from '#server/booking/times/find-calendar.ts';
import { mayUse, reachesLocation } from '#server/booking/times/may-use.ts';
import { fetchBatches } from '#server/db/fetch-batches.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { restBetween } from '#server/lib/rest-between.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import type { CalendarItem } from '#server/messaging/mail/icalendar.ts';
import type { FeedRange, FeedState, OfStaff } from './find-feed.ts';
import { isShownEvent, placeLines, type StaffEvent, staffEventColumns, staffItem, visitOfEvent } from './staff-item.ts';
import { mayReadPlace } from './store.ts';

/** Returns undefined when the maker may no longer see the calendar or the location. */
export async function staffState(
  { db }: ServiceContext,
  feed: OfStaff,
  range: FeedRange,
): Promise<FeedState | undefined> {
  const subject =
    feed.kind === 'person'
      ? sql`
        select ${userName} as name, coalesce(place.time_zone, 'UTC') as time_zone
        from calendars k join users u on u.id = k.user_id
        left join lateral (${firstLocation(feed.maker)}) place on true
        where k.id = ${feed.subjectId} and ${mayUse(feed.maker)}`
      : sql`select l.name, l.time_zone from locations l where l.id = ${feed.subjectId} and ${mayReadPlace(feed.maker)}`;
  const { rows } = await sql<FeedState>`
    select concat_ws(' · ', nullif(s.name, ''), c.name) as name, s.time_zone,
      concat_ws(' ', shown.count, shown.hash, places.hash, people.hash) as version
    from (${subject}) s join companies c on c.id = ${feed.companyId}
    cross join lateral (
      select count(*), bit_xor(hash_record_extended(row(v.id, v.updated_at, w.id, w.updated_at), 0)) as hash
      from ${shownEvents(feed, range)}) shown
    cross join lateral (
      select bit_xor(hash_record_extended(row(l.id, l.name, l.address, g.line_address), 0)) as hash
      from locations l left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
      where l.company_id = c.id) places
    cross join lateral (
      select bit_xor(hash_record_extended(row(u.id, u.first_name, u.last_name), 0)) as hash
      from calendars k join users u on u.id = k.user_id where k.company_id = c.id) people`.execute(db);
  return rows[0];
}

/** The events `v` of calendars `k` with the visit `w` of each, if it has one. */
function shownEvents({ kind, subjectId, maker }: OfStaff, { start, end }: FeedRange): RawBuilder<object> {
  const ofSubject =
    kind === 'person'
      ? sql`k.id = ${subjectId} and ${reachesLocation(maker, sql`v.location_id`)}`
      : sql`v.location_id = ${subjectId}`;
  return sql`calendars k cross join lateral ${eventsBetween(start, end)} v
    ${visitOfEvent}
    where ${mayUse(maker)} and ${ofSubject} and ${isShownEvent}`;
}

/** Events that are read and written at once: a few milliseconds of this thread, which others wait for. */
const batchSize = 100;

/** Yields the events, by their start, and rests after each batch. `context` must have a transaction. */
export async function* staffItems(
  context: ServiceContext,
  feed: OfStaff,
  range: FeedRange,
): AsyncGenerator<CalendarItem[], undefined> {
  const { host } = new URL(context.publicUrl);
  const isBusy = feed.detail === 'busy';
  const places = isBusy ? undefined : await placeLines(context, feed.companyId);
  const people = isBusy ? undefined : await peopleOf(context, feed.companyId);
  const busy = translate(feed.language, 'staffFeeds.busy');
  const query = sql`
    select distinct on (v.start_at, v.id) ${staffEventColumns}, v.calendar_id
    from ${shownEvents(feed, range)}
    order by v.start_at, v.id, p.visit_id`;
  const rest = restBetween(1);
  for await (const rows of fetchBatches<StaffEvent & { calendarId: string }>(context.db, query, { batchSize })) {
    yield rows.map((row) => ({
      ...staffItem(row, { uid: `${row.id}@${host}`, detail: feed.detail, busy, places }),
      description: (feed.kind === 'place' && people?.get(row.calendarId)) || '',
    }));
    await rest();
  }
  return undefined;
}

/** The people of the calendars of a company by these: few, while events are many. */
async function peopleOf({ db }: ServiceContext, companyId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select k.id, ${userName} as name from calendars k join users u on u.id = k.user_id
    where k.company_id = ${companyId}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
