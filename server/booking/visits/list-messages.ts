// Lists the messages to a customer about their visits: those of all media, also to a number or an address of a family.
import { sql } from 'kysely';
import { visits } from '#contract/booking/visits.ts';
import { findReachable } from '#server/customers/reach/find-reachable.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';

/** How many of the latest visits are looked at. */
const maxVisits = 200;

/**
 * Without those to employees, copies, and those to a former customer of the visit. Throws 404 for a customer whom the
 * caller does not reach.
 */
export async function listMessages(context: SignedIn, input: { contactId: string }): Promise<JsonText> {
  const { db, user } = context;
  const contactId = await findReachable(context, input.contactId);
  return listAsJson(
    db,
    visits.getMessages.output,
    sql`
      with latest as materialized (
        select id from visits where company_id = ${user.companyId} and contact_id = ${contactId}
        order by start_at desc limit ${maxVisits}),
      message as (
        select m.id, m.subject, m.created_at from email_messages m join latest on m.visit_id = latest.id
        where m.company_id = ${user.companyId}
        union all
        select m.id, m.subject, m.created_at from sms_messages m join latest on m.visit_id = latest.id
        where m.company_id = ${user.companyId})
      select m.id, d.medium, m.subject, d.state, m.created_at
      from message m join deliveries d on d.id = m.id
      where d.cause_kind <> 'visit.notice' and d.cause_key !~ ':(copy|former)$'
        and (d.cause_kind <> 'visit.upcoming' or split_part(d.cause_key, ':', 3) = 'customer')
      order by m.created_at desc, m.id desc limit 10`,
  );
}
