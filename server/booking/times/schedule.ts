// Loads, in one query, everything that determines a calendar's free times.
import { type RawBuilder, sql } from 'kysely';
import type { Availability } from '#server/booking/availability/free-slots.ts';
import { intervalsIn, intervalText } from '#server/booking/availability/interval-text.ts';
import { outsideText } from '#server/booking/outside-times/outside-times.ts';
import {
  type BookedOption,
  maxBookedMinutes,
  type OfferedOption,
  type OptionChoice,
  optionsToChoose,
  withOptions,
} from '#server/booking/services/choose-options.ts';
import { personService } from '#server/booking/services/person-service.ts';
import type { Db } from '#server/db/pool.ts';
import type { CurrentUser } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { isPresentable } from './is-presentable.ts';
import { mayUse, reachesLocation } from './may-use.ts';
import { type ScheduleParts, scheduleOf, scheduleParts } from './schedule-parts.ts';

/** How far from a slot an event can decide about it (ms): the maximum buffer. */
const maxBuffer = 1440 * 60_000;
const maxLength = maxBookedMinutes * 60_000;

/** A service as the person at that location does it. Name, minutes and price include its options. */
export interface BookedService {
  id: string;
  name: string;
  options: BookedOption[];
  minutes: number;
  price: number;
  vatRate: number | null;
  bufferBefore: number;
  bufferAfter: number;
  pauseStart: number | null;
  pauseMinutes: number | null;
  /** Hours before the start until which a customer may cancel; null: at any time. */
  cancelHours: number | null;
}

/** The calendar, the location and the services to query. */
export interface AvailabilityQuery {
  locationUrlName: string;
  userUrlName: string;
  /** In this order, one after the other. Empty: an appointment without a service, of `minutes`. */
  serviceIds: readonly string[];
  /** Undefined: the first variant of each service. */
  choice?: OptionChoice | undefined;
  /** The length of an appointment without a service (minutes). */
  minutes: number;
  /** The range in which the slots start. Epoch milliseconds. */
  from: number;
  to: number;
  /** When the last of these slots ends, where it is known: less has to be read. */
  end?: number;
  now: Temporal.Instant;
  /** Events that count as free: those of the visit that moves. */
  except?: readonly string[];
}

/**
 * A bookable calendar and its availability. `availability.occupied` covers all that decides about the slots of the
 * queried range.
 */
export interface Bookable {
  companyId: string;
  calendarId: string;
  locationId: string;
  userId: string;
  /** The person as visitors see them. */
  urlName: string;
  name: string;
  /** In the requested order; empty for an appointment without a service. */
  services: BookedService[];
  availability: Availability;
  /** Expired holds lie there: they count as free, but a booking has to delete them. */
  hasExpiredHolds: boolean;
}

type FoundService = Omit<BookedService, 'options'> & {
  offered: OfferedOption[] | null;
  notice: number | null;
  horizon: number | null;
};

interface Row<Also = null> {
  companyId: string;
  calendarId: string;
  locationId: string;
  userId: string;
  urlName: string;
  name: string;
  /** Built by PostgreSQL, with names chosen in the query. */
  decides: ScheduleParts & {
    stepMinutes: number;
    noticeMinutes: number;
    horizonDays: number;
    services: FoundService[] | null;
    /** As `intervalText` writes them. */
    occupied: string | null;
    outside: string | null;
    hasExpiredHolds: boolean;
  };
  also: Also;
}

/**
 * Undefined when the address is unknown, the calendar is not public or lacks a name or place, or the person does not
 * offer one of the services there. Expired holds are not occupied.
 */
export function loadBookable(db: Db, query: AvailabilityQuery): Promise<Bookable | undefined> {
  return loadBookableWith(db, query, sql<null>`null`);
}

/** Reads something about the calendar `c` in the same statement: each costs more than what most of them read. */
export async function loadBookableWith<Also>(
  db: Db,
  query: AvailabilityQuery,
  also: RawBuilder<Also>,
): Promise<(Bookable & { also: Also }) | undefined> {
  const { rows } = await bookables(
    query,
    sql`lower(l.url_name) = lower(${query.locationUrlName}) and lower(e.url_name) = lower(${query.userUrlName})
      and ${isPublic}`,
    sql`${query.serviceIds}::uuid[]`,
    also,
  ).execute(db);
  const row = rows[0];
  if (!row || (row.decides.services ?? []).length < query.serviceIds.length) return undefined;
  return { ...bookableOf(row, query), also: row.also };
}

/**
 * Does the same for many people at once, each with one service or none. For lists that show the next free times. The
 * keys are `${companyId}/${userId}/${locationId}`.
 */
export async function loadBookables(
  db: Db,
  people: readonly { companyId: string; userId: string; locationId: string; serviceId: string | null }[],
  query: Pick<AvailabilityQuery, 'minutes' | 'from' | 'to' | 'now'>,
): Promise<Map<string, Bookable>> {
  if (people.length === 0) return new Map();
  const keyOf = (one: { companyId: string; userId: string; locationId: string }) =>
    `${one.companyId}/${one.userId}/${one.locationId}`;
  const keys = JSON.stringify(people.map((person) => [person.companyId, person.userId, person.locationId]));
  const services = JSON.stringify(Object.fromEntries(people.map((person) => [keyOf(person), person.serviceId])));
  const { rows } = await bookables(
    query,
    sql`(l.company_id, e.user_id, l.id) in (
      select (k->>0)::uuid, (k->>1)::uuid, (k->>2)::uuid from jsonb_array_elements(${keys}::jsonb) k) and ${isPublic}`,
    sql`array_remove(array[(${services}::jsonb ->> concat_ws('/', l.company_id, e.user_id, l.id))::uuid], null)`,
    sql<null>`null`,
  ).execute(db);
  return new Map(rows.map((row) => [keyOf(row), bookableOf(row, query)]));
}

/**
 * Does the same for staff: everyone at a location who does all the services there, public or not, and whose calendar
 * the user may use, with something about the calendar `c` of each.
 */
export function loadTeam<Also>(
  db: Db,
  user: CurrentUser,
  query: Pick<AvailabilityQuery, 'serviceIds' | 'choice' | 'minutes' | 'from' | 'to' | 'now'> & { locationId: string },
  also: RawBuilder<Also>,
): Promise<(Bookable & { also: Also })[]> {
  const mayBeChosen = sql`exists (
    select from calendars k
    where k.company_id = c.company_id and k.id = c.id and ${mayUse(user)} and ${reachesLocation(user, sql`l.id`)})`;
  return loadPeopleWhoDoAll(
    db,
    query,
    sql`l.company_id = ${user.companyId} and l.id = ${query.locationId} and ${mayBeChosen}`,
    also,
  );
}

/** Does the same for visitors: everyone at a location who is public. Empty for an unknown address. */
export function loadCandidates<Also>(
  db: Db,
  query: Omit<AvailabilityQuery, 'userUrlName'>,
  also: RawBuilder<Also>,
): Promise<(Bookable & { also: Also })[]> {
  const people = sql`lower(l.url_name) = lower(${query.locationUrlName}) and ${isPublic}`;
  return loadPeopleWhoDoAll(db, query, people, also);
}

/** Whether the person of the calendar `c` does all the services at the location `l`: of others, nothing more is read. */
const doesAll = (ids: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from unnest(${ids}) wanted (id)
  where not exists (
    select from service_people p
    where p.company_id = c.company_id and p.service_id = wanted.id and p.calendar_id = c.id
      and (p.location_id is null or p.location_id = l.id)))`;

async function loadPeopleWhoDoAll<Also>(
  db: Db,
  query: Pick<AvailabilityQuery, 'serviceIds' | 'choice' | 'minutes' | 'from' | 'to' | 'end' | 'now' | 'except'>,
  people: RawBuilder<unknown>,
  also: RawBuilder<Also>,
): Promise<(Bookable & { also: Also })[]> {
  const ids = sql`${query.serviceIds}::uuid[]`;
  const { rows } = await bookables(query, sql`${people} and ${doesAll(ids)}`, ids, also).execute(db);
  // A service that is no longer active is not booked.
  return rows
    .filter(({ decides }) => (decides.services ?? []).length === query.serviceIds.length)
    .map((row) => ({ ...bookableOf(row, query), also: row.also }));
}

/**
 * Does the same for one calendar at every location of its person, public or not; `services` has those of `serviceIds`
 * that the person does there. The first location comes first.
 */
export async function loadPlaces(
  db: Db,
  calendar: { companyId: string; id: string },
  query: Pick<AvailabilityQuery, 'serviceIds' | 'choice' | 'minutes' | 'from' | 'to' | 'now'>,
): Promise<(Bookable & { isPublic: boolean })[]> {
  const { rows } = await bookables(
    query,
    sql`c.company_id = ${calendar.companyId} and c.id = ${calendar.id} order by l.created_at, l.id`,
    sql`${query.serviceIds}::uuid[]`,
    isPublic,
  ).execute(db);
  return rows.map((row) => {
    // Where a service is missing, its options would be refused as unknown.
    const isWhole = (row.decides.services ?? []).length === query.serviceIds.length;
    return { ...bookableOf(row, isWhole ? query : { ...query, choice: undefined }), isPublic: row.also };
  });
}

/** Aggregates occupied ranges `o` that meet a condition, as `intervalsIn` reads them. */
export function occupiedText(condition: RawBuilder<unknown>): RawBuilder<string | null> {
  return intervalText(sql`lower(o)`, sql`upper(o)`, condition);
}

function bookables<Also>(
  query: Pick<AvailabilityQuery, 'choice' | 'from' | 'to' | 'end' | 'now' | 'except'>,
  people: unknown,
  serviceIds: unknown,
  also: RawBuilder<Also>,
) {
  const from = Temporal.Instant.fromEpochMilliseconds(query.from - maxBuffer);
  const to = Temporal.Instant.fromEpochMilliseconds((query.end ?? query.to + maxLength) + maxBuffer);
  const chosenIds = sql`${query.choice?.chosen.map(({ optionId }) => optionId) ?? []}`;
  return sql<Row<Also>>`
    select c.company_id, c.id as calendar_id, l.id as location_id, e.user_id, e.url_name, ${userName} as name, json_build_object(
      'stepMinutes', c.step_minutes, 'noticeMinutes', c.notice_minutes, 'horizonDays', c.horizon_days,
      'services', (
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'minutes', own.minutes, 'price', own.price,
          'vatRate', s.vat_rate, 'bufferBefore', s.buffer_before, 'bufferAfter', s.buffer_after,
          'pauseStart', s.pause_start, 'pauseMinutes', s.pause_minutes, 'cancelHours', s.cancel_hours,
          'notice', s.notice_minutes, 'horizon', s.horizon_days,
          'offered', ${optionsToChoose(chosenIds)}) order by wanted.place)
        from unnest(${serviceIds}) with ordinality wanted (id, place)
        join services s on s.company_id = c.company_id and s.id = wanted.id and s.is_active
        join lateral ${personService(sql`c.id`, sql`l.id`)} own on true),
      ${scheduleParts(from, to)},
      'occupied', taken.occupied, 'outside', ${outsideText(from, to)}, 'hasExpiredHolds', taken.expired > 0) as decides, ${also} as also
    from locations l
    join employee_locations el on el.company_id = l.company_id and el.location_id = l.id
    join employees e on e.company_id = el.company_id and e.user_id = el.user_id
    join users u on u.id = e.user_id
    join calendars c on c.company_id = e.company_id and c.user_id = e.user_id
    cross join lateral (
      select ${occupiedText(sql`v.held_until is null or v.held_until > ${query.now}`)} as occupied,
        count(*) filter (where v.held_until <= ${query.now}) as expired
      from events v cross join lateral unnest(v.occupied) o
      where v.company_id = c.company_id and v.calendar_id = c.id and v.blocks
        and v.occupied && tstzrange(${from}, ${to}) and v.id <> all(${query.except ?? []}::uuid[])) taken
    where ${people}`;
}

/** Whether visitors may book the calendar of the employee `e` at the location `l`. */
const isPublic = sql<boolean>`(e.is_profile_public and e.is_calendar_public and ${isPresentable})`;

function bookableOf(
  { decides, also: _also, ...ids }: Row<unknown>,
  query: Pick<AvailabilityQuery, 'choice' | 'minutes' | 'now'>,
): Bookable {
  const services = withOptions(decides.services ?? [], query.choice);
  return {
    ...ids,
    hasExpiredHolds: decides.hasExpiredHolds,
    services: services.map(({ notice: _notice, horizon: _horizon, ...service }) => service),
    availability: {
      schedule: scheduleOf(decides),
      rules: {
        stepMinutes: decides.stepMinutes,
        minutes: services.length ? services.reduce((sum, { minutes }) => sum + minutes, 0) : query.minutes,
        // Between two services the person stays with the same customer.
        bufferBefore: services[0]?.bufferBefore ?? 0,
        bufferAfter: services.at(-1)?.bufferAfter ?? 0,
        pauses: pausesOf(services),
        noticeMinutes: Math.max(...rulesOf(decides.noticeMinutes, services, 'notice')),
        horizonDays: Math.min(...rulesOf(decides.horizonDays, services, 'horizon')),
      },
      occupied: intervalsIn(decides.occupied),
      outside: intervalsIn(decides.outside),
      now: query.now.epochMilliseconds,
    },
  };
}

/** One rule of each service, where null stands for that of the calendar; without services, that of the calendar. */
function rulesOf(
  ofCalendar: number,
  services: readonly { notice: number | null; horizon: number | null }[],
  rule: 'notice' | 'horizon',
): number[] {
  return services.length ? services.map((service) => service[rule] ?? ofCalendar) : [ofCalendar];
}

/**
 * The pauses within services that follow each other, from the start of the first. One that own minutes cut off is none.
 */
export function pausesOf(
  services: readonly Pick<BookedService, 'minutes' | 'pauseStart' | 'pauseMinutes'>[],
): { start: number; minutes: number }[] {
  let begin = 0;
  return services.flatMap(({ minutes, pauseStart, pauseMinutes }) => {
    const start = begin;
    begin += minutes;
    if (pauseStart === null || pauseMinutes === null || pauseStart + pauseMinutes >= minutes) return [];
    return [{ start: start + pauseStart, minutes: pauseMinutes }];
  });
}
