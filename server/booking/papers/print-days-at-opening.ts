// Prints the list of the day at a location's opening time, where it has switched this on: once for each local day.
import { sql } from 'kysely';
import { openTimesOf } from '#server/booking/times/open-times.ts';
import { type ScheduleParts, scheduleParts } from '#server/booking/times/schedule-parts.ts';
import { isDatabaseUnavailable } from '#server/db/database-away.ts';
import { transaction } from '#server/db/transaction.ts';
import { printsByItself, queueByItself } from '#server/devices/jobs/queue-by-itself.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { listOfDay } from './list-of-day.ts';

/** After a pause of the process, or when its printer is ready at last: a list that comes later is of no use. */
const latest = { hours: 1 };

interface Place {
  companyId: string;
  locationId: string;
  timeZone: string;
  deviceId: string;
  language: string;
  /** Of the people who work there. */
  schedules: ScheduleParts[];
}

/** Places that are read at once. */
const maxPlaces = 200;

/** Returns how many were queued. One that cannot be made is logged and holds up no other. */
export async function printDaysAtOpening(
  services: Services,
  { signal, batchSize = maxPlaces }: { signal?: AbortSignal; batchSize?: number } = {},
): Promise<number> {
  const now = services.clock.now();
  let queued = 0;
  for (let last: Place | undefined; ; ) {
    const places = await findPlaces(services, { now, last, limit: batchSize });
    for (const place of places) {
      signal?.throwIfAborted();
      if (await printIfOpening(services, place, now)) queued++;
    }
    last = places.at(-1);
    if (places.length < batchSize) return queued;
  }
}

async function printIfOpening(services: Services, place: Place, now: Temporal.Instant): Promise<boolean> {
  const day = now.toZonedDateTimeISO(place.timeZone).toPlainDate();
  if (!isOpening(place, day, now)) return false;
  try {
    return await transaction({ ...services, db: services.database.write }, (tx) => printDay(tx, place, day));
  } catch (error) {
    if (error instanceof Error && isDatabaseUnavailable(error)) throw error;
    const { companyId, locationId } = place;
    services.log.error({ err: error, category: 'Print', companyId, locationId }, 'a list of the day cannot be made');
    return false;
  }
}

function isOpening({ schedules, timeZone }: Place, day: Temporal.PlainDate, now: Temporal.Instant): boolean {
  const range = {
    start: day.toZonedDateTime(timeZone).epochMilliseconds,
    end: day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
  const starts = schedules.flatMap((parts) => openTimesOf(parts, range).map(({ start }) => start));
  const opening = Math.min(...starts);
  return opening <= now.epochMilliseconds && now.subtract(latest).epochMilliseconds < opening;
}

async function printDay(
  tx: ServiceContext,
  { companyId, locationId, deviceId, language }: Place,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const { paper } = await listOfDay(tx, {
    ...{ companyId, locationId, language, day: String(day) },
    ...{ calendarId: null, person: '', isSeen: sql<boolean>`true` },
  });
  return queueByItself(
    tx,
    { ...paper, cause: { kind: 'dayList', key: openingKey(locationId, day) } },
    {
      companyId,
      deviceId,
    },
  );
}

const openingKey = (locationId: string, day: Temporal.PlainDate) => `${locationId} ${day} opening`;

/**
 * Where it is switched on and a printer is ready, and where nothing became of today's list yet: those behind `last`, in
 * the order of their keys.
 */
async function findPlaces(
  { database }: Services,
  { now, last, limit }: { now: Temporal.Instant; last: Place | undefined; limit: number },
): Promise<Place[]> {
  const behind = last
    ? sql`(a.company_id, a.location_id) > (${last.companyId}::uuid, ${last.locationId}::uuid)`
    : sql`true`;
  const { rows } = await sql<Place>`
    select l.company_id, l.id as location_id, l.time_zone, d.id as device_id, a.language, (
        select coalesce(json_agg(json_build_object(${scheduleParts(now.subtract({ hours: 48 }), now.add({ hours: 48 }))})), '[]')
        from employee_locations el join calendars c on c.company_id = el.company_id and c.user_id = el.user_id
        where el.company_id = l.company_id and el.location_id = l.id) as schedules
    from automatic_papers a join listing_types t on t.id = a.type_id and t.key = 'dayList'
      join locations l on l.company_id = a.company_id and l.id = a.location_id
      join devices d on ${printsByItself}
    where ${behind} and not exists (select from print_jobs j where j.company_id = l.company_id and j.cause_kind = 'dayList'
      and j.cause_key = concat_ws(' ', l.id, wall_time(${now}, l.time_zone)::date, 'opening'))
    order by a.company_id, a.location_id limit ${limit}`.execute(database.write);
  return rows;
}
