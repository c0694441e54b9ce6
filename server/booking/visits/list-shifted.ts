// Lists the coming appointments that new rules of their time zone have given another wall time than customers know.
import { sql } from 'kysely';
import { blockingStatuses } from '#contract/booking/visit-states.ts';
import type { ShiftedLocation } from '#contract/company/locations.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { formerOffset } from './correct-zone.ts';

/** How many appointments of a location are named. */
const maxNamed = 5;

/** By location, until an administrator chooses what they keep (`correctZone`). */
export async function listShifted({ db, user, clock }: SignedIn): Promise<ShiftedLocation[]> {
  const now = clock.now();
  const { rows } = await sql<ShiftedLocation>`
    with coming as (
      select distinct on (coalesce(v.id, e.id)) l.id as location_id, l.name as location, l.time_zone, e.start_at,
        coalesce(v.name, '') as name, e.title, ${formerOffset} as former, with_offset(e.start_at, l.time_zone) as now
      from events e
      left join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
      left join visits v on v.company_id = p.company_id and v.id = p.visit_id
      join locations l on l.company_id = e.company_id and l.id = case when v.id is null then e.location_id else v.location_id end
      where e.company_id = ${user.companyId} and e.former_offset is not null and e.start_at > ${now}
        and (v.id is null or v.start_at > ${now} and v.status = any(${blockingStatuses as string[]}))
      order by coalesce(v.id, e.id), e.start_at),
    shifted as (
      select *, row_number() over (partition by location_id order by start_at) as rank from coming
      where former <> right(now, 6))
    select location_id, location as name, time_zone, count(*)::int as count,
      json_agg(json_build_object('name', name, 'title', title, 'now', now, 'before',
        to_char(start_at at time zone 'UTC' + former::interval, 'YYYY-MM-DD"T"HH24:MI:SS') || former)
        order by start_at) filter (where rank <= ${maxNamed}) as first
    from shifted group by location_id, location, time_zone order by location, location_id`.execute(db);
  return rows;
}
