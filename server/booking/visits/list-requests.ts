// Lists the requests of visitors that wait for an answer.
import { sql } from 'kysely';
import { takeExpiredDays, visits } from '#contract/booking/visits.ts';
import { mayUseEvent } from '#server/booking/calendar/may-use.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { expiry, lastMail } from './expire-requests.ts';

/** Those in calendars that the caller may use, by their start; the expired ones after the others. */
export function listRequests({ db, user, clock }: SignedIn): Promise<JsonText> {
  const now = clock.now();
  return listAsJson(
    db,
    visits.getRequests.output,
    sql`
      select x.id, e.event_id, e.calendar_id, x.start_at as start, x.end_at as "end", x.time_zone, e.title, x.name,
        case when m.state in ('queued', 'sending', 'kept') then 'waiting' when m.state = 'failed' then 'failed' else 'sent' end as mail,
        case when x.status = 'requested' then ${expiry} end as expires, x.status = 'expired' as is_expired
      from visits x
      join companies c on c.id = x.company_id
      ${lastMail}
      join lateral (
        select v.id as event_id, v.calendar_id, v.title from visit_parts p
        join events v on v.company_id = p.company_id and v.id = p.event_id
        join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
        where p.company_id = ${user.companyId} and p.visit_id = x.id and ${mayUseEvent(user)}
        order by p.position limit 1) e on true
      where x.company_id = ${user.companyId} and x.start_at > ${now}
        and (x.status = 'requested' or x.status = 'expired' and x.ended_at > ${now.subtract({ hours: takeExpiredDays * 24 })})
      order by x.status = 'expired', x.start_at, x.id limit 200`,
  );
}
