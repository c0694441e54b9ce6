// Loads, in one query, everything that determines a calendar's free times.
import { sql } from 'kysely';
import type { Availability } from '#server/booking/availability/free-slots.ts';
import type { Interval } from '#server/booking/availability/intervals.ts';
import type { Db } from '#server/db/pool.ts';
import { isPresentable } from './is-presentable.ts';
import { type ScheduleParts, scheduleOf, scheduleParts } from './schedule-parts.ts';

/** How far an event can extend beyond its slot (ms): the maximum service length and the maximum buffer. */
const marginMs = 2 * 1440 * 60_000;

/** The calendar, the location and the service to query. */
export interface AvailabilityQuery {
  locationUrlName: string;
  userUrlName: string;
  /** Undefined: an appointment without a service, of `minutes`. */
  serviceId: string | undefined;
  /** The length of an appointment without a service (minutes). */
  minutes: number;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  now: Temporal.Instant;
}

/**
 * A bookable calendar and its availability. `availability.occupied` covers the queried range and events that extend
 * into it.
 */
export interface Bookable {
  companyId: string;
  calendarId: string;
  locationId: string;
  userId: string;
  service: { id: string; name: string } | undefined;
  availability: Availability;
}

interface Row {
  companyId: string;
  calendarId: string;
  locationId: string;
  userId: string;
  /** Built by PostgreSQL, with names chosen in the query. */
  decides: ScheduleParts & {
    stepMinutes: number;
    noticeMinutes: number;
    horizonDays: number;
    service: {
      id: string;
      name: string;
      minutes: number;
      before: number;
      after: number;
      notice: number | null;
      horizon: number | null;
    } | null;
    /** Starts and ends alternating, epoch milliseconds, in order. */
    occupied: string | null;
  };
}

/**
 * Undefined when the address is unknown, the calendar is not public or lacks a name or place, or the service is not offered. Expired holds are
 * not occupied.
 */
export async function loadBookable(db: Db, query: AvailabilityQuery): Promise<Bookable | undefined> {
  const { rows } = await bookables(
    query,
    sql`lower(l.url_name) = lower(${query.locationUrlName}) and lower(e.url_name) = lower(${query.userUrlName})`,
    query.serviceId ?? null,
  ).execute(db);
  const row = rows[0];
  if (!row || (query.serviceId && !row.decides.service)) return undefined;
  return bookableOf(row, query);
}

/**
 * Does the same for many people at once, each with their shortest active service (or none): for lists that show the
 * next free time. The keys are `${companyId}/${userId}/${locationId}`.
 */
export async function loadBookables(
  db: Db,
  people: { companyId: string; userId: string; locationId: string }[],
  query: Pick<AvailabilityQuery, 'minutes' | 'from' | 'to' | 'now'>,
): Promise<Map<string, Bookable>> {
  if (people.length === 0) return new Map();
  const keys = JSON.stringify(people.map((person) => [person.companyId, person.userId, person.locationId]));
  const { rows } = await bookables(
    query,
    sql`(l.company_id, e.user_id, l.id) in (
      select (k->>0)::uuid, (k->>1)::uuid, (k->>2)::uuid from jsonb_array_elements(${keys}::jsonb) k)`,
    sql`(select f.id from services f where f.company_id = c.company_id and f.calendar_id = c.id and f.is_active
         order by f.minutes, f.position, f.id limit 1)`,
  ).execute(db);
  return new Map(rows.map((row) => [`${row.companyId}/${row.userId}/${row.locationId}`, bookableOf(row, query)]));
}

function bookables(query: Pick<AvailabilityQuery, 'from' | 'to' | 'now'>, people: unknown, serviceId: unknown) {
  const from = Temporal.Instant.fromEpochMilliseconds(query.from - marginMs);
  const to = Temporal.Instant.fromEpochMilliseconds(query.to + marginMs);
  return sql<Row>`
    select c.company_id, c.id as calendar_id, l.id as location_id, e.user_id, json_build_object(
      'stepMinutes', c.step_minutes, 'noticeMinutes', c.notice_minutes, 'horizonDays', c.horizon_days,
      'service', (
        select json_build_object('id', s.id, 'name', s.name, 'minutes', s.minutes, 'before', s.buffer_before,
          'after', s.buffer_after, 'notice', s.notice_minutes, 'horizon', s.horizon_days)
        from services s where s.company_id = c.company_id and s.calendar_id = c.id and s.is_active and s.id = ${serviceId}),
      ${scheduleParts(from, to)},
      'occupied', (
        -- One text of numbers: half the time of an array of arrays. date_part is in double precision, exact to the millisecond.
        select string_agg((date_part('epoch', lower(v.occupied)) * 1000)::bigint || ' ' ||
          (date_part('epoch', upper(v.occupied)) * 1000)::bigint, ' ' order by v.occupied)
        from events v where v.company_id = c.company_id and v.calendar_id = c.id and v.status <> 'cancelled'
          and v.occupied && tstzrange(${from}, ${to}) and (v.held_until is null or v.held_until > ${query.now}))
      ) as decides
    from locations l
    join employee_locations el on el.company_id = l.company_id and el.location_id = l.id
    join employees e on e.company_id = el.company_id and e.user_id = el.user_id
    join calendars c on c.company_id = e.company_id and c.user_id = e.user_id
    where ${people} and e.is_profile_public and e.is_calendar_public and ${isPresentable}`;
}

function bookableOf({ decides, ...ids }: Row, query: Pick<AvailabilityQuery, 'minutes' | 'now'>): Bookable {
  const { service } = decides;
  return {
    ...ids,
    service: service ? { id: service.id, name: service.name } : undefined,
    availability: {
      schedule: scheduleOf(decides),
      rules: {
        minutes: service?.minutes ?? query.minutes,
        stepMinutes: decides.stepMinutes,
        bufferBefore: service?.before ?? 0,
        bufferAfter: service?.after ?? 0,
        noticeMinutes: service?.notice ?? decides.noticeMinutes,
        horizonDays: service?.horizon ?? decides.horizonDays,
      },
      occupied: intervals(decides.occupied),
      now: query.now.epochMilliseconds,
    },
  };
}

function intervals(text: string | null): Interval[] {
  if (!text) return [];
  const numbers = text.split(' ');
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    start: Number(numbers[2 * at]),
    end: Number(numbers[2 * at + 1]),
  }));
}
