// Lists the visits of a customer.
import { sql } from 'kysely';
import { payableStatuses } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { mayUseEvent } from '#server/booking/times/may-use.ts';
import { findReachable } from '#server/customers/reach/find-reachable.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { isStanding } from './standing-lines.ts';

/**
 * The visits of a customer in calendars that the caller may see; those of the contact that it was merged into. Throws
 * 404 for a customer whom the caller does not reach.
 */
export async function listOfContact(context: SignedIn, input: { contactId: string }): Promise<JsonText> {
  const { db, user } = context;
  const contactId = await findReachable(context, input.contactId);
  return listAsJson(
    db,
    visits.getOfContact.output,
    sql`
      select x.id, with_offset(x.start_at, x.time_zone) as start, with_offset(x.end_at, x.time_zone) as "end", x.time_zone, x.status,
        x.ended_by, x.end_reason, x.is_late,
        coalesce(json_agg(coalesce(nullif(p.service_name, ''), v.title) order by p.position)
          filter (where p.service_name || v.title <> ''), '[]') as services,
        sum(p.price) filter (where p.service_name <> '') as price, coalesce((
          select sum(q.amount) from receipt_lines q where q.company_id = x.company_id and q.visit_id = x.id), 0) as paid,
        (select c.records_payments from companies c where c.id = x.company_id)
          and x.status = any(${payableStatuses}::text[]) and bool_or(not exists (
          select from receipt_lines o where o.company_id = p.company_id and o.visit_id = p.visit_id and o.event_id = p.event_id
            and ${isStanding('o')})) as is_payable, min(${userName}) as person, coalesce(min(l.name), '') as location_name,
        (array_agg(v.calendar_id order by p.position))[1] as calendar_id, (array_agg(v.id order by p.position))[1] as event_id
      from visits x
      join visit_parts p on p.company_id = x.company_id and p.visit_id = x.id
      join events v on v.company_id = p.company_id and v.id = p.event_id
      join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
      left join users u on u.id = k.user_id
      left join locations l on l.company_id = x.company_id and l.id = x.location_id
      where x.company_id = ${user.companyId} and x.contact_id = ${contactId} and x.status <> 'held' and ${mayUseEvent(user)}
      group by x.company_id, x.id
      order by x.start_at desc, x.id limit 200`,
  );
}
