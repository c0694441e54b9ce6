// The events of a feed of a calendar or a location: those that its maker may see today.
import { type RawBuilder, sql } from 'kysely';
import { endedStatuses, type VisitStatus } from '#contract/booking/visit-states.ts';
import { addressLine } from '#contract/directions.ts';
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
    left join visit_parts p on p.company_id = v.company_id and p.event_id = v.id
    left join visits w on w.company_id = p.company_id and w.id = p.visit_id
    where ${mayUse(maker)} and ${ofSubject} and v.held_until is null
      and (w.status is null or w.status <> all (${['held', ...endedStatuses]}))`;
}

interface Row {
  id: string;
  title: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  startDate: string | null;
  endDate: string | null;
  blocks: boolean;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  status: VisitStatus | null;
  sequence: number;
  customer: string;
  serviceName: string;
  locationId: string | null;
  calendarId: string;
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
  const [places, people] = feed.detail === 'busy' ? [undefined, undefined] : await namesOf(context, feed.companyId);
  const busy = translate(feed.language, 'staffFeeds.busy');
  const query = sql`
    select distinct on (v.start_at, v.id) v.id, v.title, v.start_at, v.end_at, v.start_date, v.end_date, v.blocks, v.created_at,
      greatest(v.updated_at, w.updated_at) as updated_at, w.status, coalesce(w.sequence, 0) as sequence,
      coalesce(w.name, '') as customer, coalesce(p.service_name, '') as service_name, v.location_id, v.calendar_id
    from ${shownEvents(feed, range)}
    order by v.start_at, v.id, p.visit_id`;
  const rest = restBetween(1);
  for await (const rows of fetchBatches<Row>(context.db, query, { batchSize })) {
    yield rows.map((row) => {
      const { startDate, endDate, status } = row;
      return {
        uid: `${row.id}@${host}`,
        sequence: row.sequence,
        status: status === 'requested' ? 'tentative' : 'confirmed',
        start: row.startAt,
        end: row.endAt,
        ...(startDate !== null &&
          endDate !== null && {
            days: { first: Temporal.PlainDate.from(startDate), after: Temporal.PlainDate.from(endDate) },
          }),
        isFree: !row.blocks && status === null,
        summary: titleOf(row, feed.detail) || busy,
        description: (feed.kind === 'place' && people?.get(row.calendarId)) || '',
        location: places?.get(row.locationId ?? '') ?? '',
        createdAt: row.createdAt,
        stamp: row.updatedAt,
      };
    });
    await rest();
  }
  return undefined;
}

/** Empty where the feed shows only that the time is taken. */
function titleOf({ customer, serviceName, title }: Row, detail: OfStaff['detail']): string {
  if (detail === 'busy') return '';
  if (detail === 'service') return serviceName;
  return [customer, serviceName || title].filter(Boolean).join(' · ');
}

/** The locations of a company with their addresses, and the people of its calendars: few, while events are many. */
async function namesOf({ db }: ServiceContext, companyId: string): Promise<[Map<string, string>, Map<string, string>]> {
  const { rows: places } = await sql<{ id: string; name: string; address: string; lineAddress: string | null }>`
    select l.id, l.name, l.address, g.line_address
    from locations l left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where l.company_id = ${companyId}`.execute(db);
  const { rows: people } = await sql<{ id: string; name: string }>`
    select k.id, ${userName} as name from calendars k join users u on u.id = k.user_id
    where k.company_id = ${companyId}`.execute(db);
  return [
    new Map(
      places.map(({ id, name, address, lineAddress }) => {
        const geoLocation = lineAddress === null ? null : { lineAddress, latitude: 0, longitude: 0 };
        return [id, [name, addressLine({ address, geoLocation })].filter(Boolean).join(', ')];
      }),
    ),
    new Map(people.map(({ id, name }) => [id, name])),
  ];
}
