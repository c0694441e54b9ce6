// The visits of a feed of a customer: all with a company, or one.
import { type RawBuilder, sql } from 'kysely';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import { readAppointments } from '#server/booking/notifications/read-appointment.ts';
import { calendarItemOf } from '#server/booking/notifications/render-calendar-entry.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { plainName } from '#server/lib/plain-name.ts';
import { verifiedAddress } from '#server/lib/sql/company-address.ts';
import type { CalendarItem } from '#server/messaging/mail/icalendar.ts';
import type { FeedRange, FeedState, OfCustomer } from './find-feed.ts';
import { ownerHashOfVisit } from './owner-hash.ts';

/** For so long, the feed of a cancelled visit says that it is cancelled. */
const cancelledDays = 90;

/** Returns undefined when no visit is of the customer whom the feed was made for. */
export async function customerState(
  { db, clock }: ServiceContext,
  feed: OfCustomer,
  range: FeedRange,
): Promise<FeedState | undefined> {
  const { rows } = await sql<FeedState & { isVerified: boolean }>`
    select c.name, ${verifiedAddress} <> '' as is_verified, coalesce(l.time_zone, latest.time_zone) as time_zone,
      concat_ws(' ', ${verifiedAddress}, shown.count, shown.hash) as version
    from (
      select v.company_id, v.location_id, v.time_zone from visits v
      where ${ofSubject(feed)} order by v.start_at desc limit 1) latest
    join companies c on c.id = latest.company_id
    left join locations l on l.company_id = latest.company_id and l.id = latest.location_id
    cross join lateral (
      select count(*), bit_xor(hash_record_extended(row(v.id, v.updated_at, e.id, e.updated_at, l.name, l.address, l.url_name,
        g.line_address, em.url_name, em.is_profile_public, u.first_name, u.last_name), 0)) as hash
      from visits v
      join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      join calendars k on k.company_id = e.company_id and k.id = e.calendar_id
      left join employees em on em.company_id = k.company_id and em.user_id = k.user_id
      left join users u on u.id = em.user_id
      left join locations l on l.company_id = v.company_id and l.id = v.location_id
      left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
      where ${shownVisits(feed, range, clock.now())}) shown`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { name, isVerified, timeZone, version } = row;
  return { name: isVerified ? name : plainName(name), timeZone, version };
}

/** Yields the visits as mails show them, by their start. */
export async function* customerItems(
  context: ServiceContext,
  feed: OfCustomer,
  range: FeedRange,
): AsyncGenerator<CalendarItem[], undefined> {
  const found = await readAppointments(context.db, shownVisits(feed, range, context.clock.now()));
  yield found.map((appointment) => calendarItemOf(context, appointment));
  return undefined;
}

/** A merge of contacts moves the visits of one to the other. */
function ofSubject({ kind, companyId, subjectId, ownerHash }: OfCustomer): RawBuilder<boolean> {
  const subject =
    kind === 'visit'
      ? sql`v.id = ${subjectId}`
      : sql`v.contact_id = (select coalesce(k.merged_into, k.id) from contacts k
          where k.company_id = ${companyId} and k.id = ${subjectId})`;
  return sql<boolean>`(v.company_id = ${companyId} and ${subject} and ${ownerHashOfVisit} = ${ownerHash})`;
}

/**
 * A visit of its own feed stays there, for programs take a feed that becomes empty for a broken one. The feed of all
 * visits leaves cancelled ones out.
 */
function shownVisits(feed: OfCustomer, { start, end }: FeedRange, now: Temporal.Instant): RawBuilder<boolean> {
  const cancelledSince = now.subtract({ hours: 24 * cancelledDays });
  const isShown =
    feed.kind === 'visit'
      ? sql`(v.status <> all (${endedStatuses}) or v.ended_at > ${cancelledSince})`
      : sql`v.status <> all (${endedStatuses}) and v.end_at > ${start} and v.start_at < ${end}`;
  return sql<boolean>`(${ofSubject(feed)} and v.status <> 'held' and ${isShown})`;
}
