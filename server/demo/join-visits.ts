// Lets some customers of the demo book two services in a row, by two people.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';

/** How many days have such a visit, from today on. */
const days = 6;

/**
 * On each of these days, one appointment takes in that of a colleague at the same location which begins within a
 * quarter of an hour after it. Runs before the figures of the customers are counted.
 */
export async function joinVisits({ db, clock }: ServiceContext, companyId: string): Promise<void> {
  await sql`
    with appointment as (
      select v.id, v.day, v.status, v.name, v.e_mail, v.phone_number, e.id as event_id, e.calendar_id, e.location_id,
        e.title, e.start_at, e.end_at
      from visits v
      join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      where v.company_id = ${companyId} and v.status in ('confirmed', 'completed') and p.service_id is not null
        and not e.all_day and e.end_at > ${clock.now().subtract({ hours: 24 })}
        and v.day >= wall_time(${clock.now()}::timestamptz, v.time_zone)::date
        and v.day < wall_time(${clock.now()}::timestamptz, v.time_zone)::date + ${days}::integer),
    pair as (
      select distinct on (one.day) one.*, other.id as joined_id, other.event_id as joined_event, other.title as joined_title,
        other.end_at as joined_end
      from appointment one
      join appointment other on other.location_id = one.location_id and other.calendar_id <> one.calendar_id
        and other.status = one.status and other.start_at >= one.end_at
        and other.start_at <= one.end_at + interval '15 minutes'
      order by one.day, one.start_at, one.id, other.start_at, other.id),
    part as (
      update visit_parts p set visit_id = pair.id, position = 1 from pair
      where p.company_id = ${companyId} and p.visit_id = pair.joined_id and p.event_id = pair.joined_event),
    event as (
      update events e set words = folded(pair.joined_title || ' ' || pair.name || ' ' || pair.e_mail || ' ' || pair.phone_number)
      from pair where e.company_id = ${companyId} and e.id = pair.joined_event)
    update visits v set end_at = pair.joined_end from pair where v.company_id = ${companyId} and v.id = pair.id`.execute(
    db,
  );
  await sql`
    delete from visits v where v.company_id = ${companyId} and v.status in ('confirmed', 'completed')
      and not exists (select from visit_parts p where p.company_id = v.company_id and p.visit_id = v.id)`.execute(db);
}
