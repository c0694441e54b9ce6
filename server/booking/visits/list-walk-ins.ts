// Finds who can serve a customer who has come in without an appointment.
import { sql } from 'kysely';
import { withAdded } from '#contract/booking/options.ts';
import type { WalkInTime } from '#contract/booking/visit-rows.ts';
import { type Availability, firstFreeSlot } from '#server/booking/availability/free-slots.ts';
import { intervalsIn } from '#server/booking/availability/interval-text.ts';
import type { Schedule } from '#server/booking/availability/open-intervals.ts';
import { outsideText } from '#server/booking/outside-times/outside-times.ts';
import { personService, personServiceNear } from '#server/booking/services/person-service.ts';
import { firstLocation } from '#server/booking/times/find-calendar.ts';
import { mayUse } from '#server/booking/times/may-use.ts';
import { staffSchedule } from '#server/booking/times/open-times.ts';
import { occupiedText, pausesOf } from '#server/booking/times/schedule.ts';
import { type ScheduleParts, scheduleParts } from '#server/booking/times/schedule-parts.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';

/** Minutes of an appointment without a service. */
const minutesWithoutService = 30;
/** Walk-ins begin at whole five minutes. */
const stepMinutes = 5;

interface PersonsService {
  id: string | null;
  minutes: number;
  price: number;
  bufferBefore: number;
  bufferAfter: number;
  pauseStart: number | null;
  pauseMinutes: number | null;
  variants: { id: string; minutes: number; price: number }[] | null;
}

interface Person {
  calendarId: string;
  /** Null without a location: such a person is never closed. */
  parts: ScheduleParts | null;
  occupied: string | null;
  outside: string | null;
  services: PersonsService[];
}

const withoutService: PersonsService = {
  ...{ id: null, minutes: minutesWithoutService, price: 0, bufferBefore: 0, bufferAfter: 0 },
  ...{ pauseStart: null, pauseMinutes: null, variants: null },
};

const alwaysOpen: Schedule = {
  timeZone: 'UTC',
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '00:00', end: '24:00' })),
  breaks: [],
  overrides: [],
};

/** The first free time of each person with each service, or each variant of it, where there is one today. */
export async function listWalkIns(
  context: SignedIn,
  input: { locationId?: string | undefined },
): Promise<WalkInTime[]> {
  const step = { smallestUnit: 'minute', roundingIncrement: stepMinutes, roundingMode: 'floor' } as const;
  const now = context.clock.now().round(step);
  const people = await loadPeople(context, now, input.locationId);
  return people.flatMap(({ calendarId, parts, services, ...person }) => {
    const schedule = parts ? staffSchedule(parts) : alwaysOpen;
    const occupied = intervalsIn(person.occupied);
    const outside = intervalsIn(person.outside);
    const write = offsetWriter(schedule.timeZone);
    return [withoutService, ...services].flatMap(eachVariant).flatMap((service) => {
      const { id, minutes, price, optionIds } = service;
      const others = { schedule, occupied, outside, now: now.epochMilliseconds };
      const found = firstFreeSlot(availabilityFor(service, others));
      return found ? [{ serviceId: id, optionIds, calendarId, minutes, price, start: write(found.start) }] : [];
    });
  });
}

function eachVariant(service: PersonsService): (PersonsService & { optionIds: string[] })[] {
  if (!service.variants) return [{ ...service, optionIds: [] }];
  return service.variants.map((variant) => ({ ...withAdded(service, variant), optionIds: [variant.id] }));
}

function availabilityFor(service: PersonsService, others: Omit<Availability, 'rules'>): Availability {
  const { minutes, bufferBefore, bufferAfter } = service;
  const pauses = pausesOf([service]);
  return {
    ...others,
    rules: { minutes, bufferBefore, bufferAfter, pauses, stepMinutes, noticeMinutes: 0, horizonDays: 0 },
  };
}

async function loadPeople({ db, user }: SignedIn, now: Temporal.Instant, locationId: string | undefined) {
  // A day and the longest buffers before and after it.
  const [from, to] = [now.subtract({ hours: 24 }), now.add({ hours: 49 })];
  const own = locationId ? personService(sql`k.id`, sql`l.id`) : personServiceNear(sql`k.id`, sql`l.id`);
  const { rows } = await sql<Person>`
    select k.id as calendar_id, case when l.id is not null then json_build_object(${scheduleParts(from, to)}) end as parts,
      (select ${occupiedText(sql`v.held_until is null or v.held_until > ${now}`)}
        from events v cross join lateral unnest(v.occupied) o
        where v.company_id = k.company_id and v.calendar_id = k.id and v.blocks and v.occupied && tstzrange(${from}, ${to})) as occupied,
      ${outsideText(from, to)} as outside,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'minutes', own.minutes, 'price', own.price,
          'bufferBefore', s.buffer_before, 'bufferAfter', s.buffer_after,
          'pauseStart', s.pause_start, 'pauseMinutes', s.pause_minutes, 'variants', (
            select json_agg(json_build_object('id', o.id, 'minutes', o.minutes, 'price', o.price) order by o.position)
            from service_options o
            where o.company_id = s.company_id and o.service_id = s.id and o.kind = 'variant' and o.is_active)))
        from services s join lateral ${own} own on true
        where s.company_id = k.company_id and s.is_active), '[]') as services
    from calendars k
    cross join lateral (select k.company_id, k.id) c
    left join lateral (${firstLocation(user, locationId ?? null)}) place on true
    left join locations l on l.company_id = k.company_id and l.id = place.id
    where ${mayUse(user)} ${locationId ? sql`and l.id = ${locationId}` : sql``}
    order by k.user_id <> ${user.id}, k.id`.execute(db);
  return rows;
}
