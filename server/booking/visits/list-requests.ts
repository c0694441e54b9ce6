// Lists the requests of visitors that wait for an answer.
import { sql } from 'kysely';
import { takeExpiredDays } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { mayUseEvent } from '#server/booking/times/may-use.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { expiry, lastMail } from './expire-requests.ts';

/** Lists the requests that the caller may answer, by their start; expired requests come last. */
export function listRequests({ db, user, clock }: SignedIn): Promise<JsonText> {
  const now = clock.now();
  return listAsJson(
    db,
    visits.getRequests.output,
    sql`
      select x.id, e.event_id, e.calendar_id, with_offset(x.start_at, x.time_zone) as start, with_offset(x.end_at, x.time_zone) as "end", x.time_zone, e.title, e.services,
        e.person, x.name, x.e_mail, x.phone_number,
        case when m.state in ('queued', 'sending', 'held') then 'waiting' when m.state = 'kept' then 'kept'
          when m.state in ('failed', 'undelivered', 'expired', 'suppressed') then 'failed' else 'sent' end as mail,
        case when x.status = 'expired' then x.ended_at when not c.confirms_requests then ${expiry} end as expires,
        x.status = 'expired' as is_expired
      from visits x
      join companies c on c.id = x.company_id
      ${lastMail}
      join lateral (
        select (array_agg(v.id order by p.position))[1] as event_id,
          (array_agg(v.calendar_id order by p.position))[1] as calendar_id,
          (array_agg(v.title order by p.position))[1] as title,
          coalesce(json_agg(p.service_name order by p.position) filter (where p.service_name <> ''), '[]') as services,
          coalesce(string_agg(distinct ${userName}, ', '), '') as person
        from visit_parts p
        join events v on v.company_id = p.company_id and v.id = p.event_id
        join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
        left join users u on u.id = k.user_id
        where p.company_id = ${user.companyId} and p.visit_id = x.id
        having bool_and(${mayUseEvent(user)})) e on true
      where x.company_id = ${user.companyId} and x.start_at > ${now}
        and x.status in ('requested', 'expired')
        and (x.status = 'requested' or x.ended_at > ${now.subtract({ hours: takeExpiredDays * 24 })})
      order by x.status = 'expired', x.start_at, x.id limit 200`,
  );
}
