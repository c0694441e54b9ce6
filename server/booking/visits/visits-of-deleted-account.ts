// Cancels the coming visits of a person whose account is deleted.
import { sql } from 'kysely';
import { blockingStatuses } from '#contract/booking/visit-states.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { setStatus } from '#server/booking/visits/change-status.ts';
import { findVisit, lockVisit } from '#server/booking/visits/find-visit.ts';
import { notifyCustomer } from '#server/booking/visits/notify-customer.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** Tells the customers; deletes holds, and coming events without a customer, without notice. */
export async function cancelComingVisits(within: SignedIn): Promise<void> {
  const { db, clock, user } = within;
  const own = sql`(e.company_id, e.calendar_id) in (select company_id, id from calendars where user_id = ${user.id})`;
  const coming = sql`
    from events e
    join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
    join visits v on v.company_id = p.company_id and v.id = p.visit_id
    where ${own} and v.end_at > ${clock.now()} and v.status = any(${blockingStatuses as string[]})`;
  const { rows: calendars } = await sql<{ id: string }>`
    select id from calendars where user_id = ${user.id}
    union
    select o.calendar_id from visit_parts q join events o on o.company_id = q.company_id and o.id = q.event_id
    where (q.company_id, q.visit_id) in (select v.company_id, v.id ${coming})`.execute(db);
  for (const id of calendars.map((calendar) => calendar.id).sort()) await lockCalendar(db, id);
  await sql`
    delete from visits v using visit_parts p, events e
    where ${own} and v.status = 'held' and p.company_id = e.company_id and p.event_id = e.id
      and v.company_id = p.company_id and v.id = p.visit_id`.execute(db);
  await sql`
    delete from events e where ${own} and e.end_at > ${clock.now()}
      and not exists (select from visit_parts p where p.company_id = e.company_id and p.event_id = e.id)`.execute(db);
  // In one order: two such transactions that count mails to the same addresses wait for each other.
  const { rows } = await sql<{ companyId: string; id: string }>`
    select distinct v.company_id, v.id, lower(v.e_mail) as address ${coming} order by address, v.id`.execute(db);
  for (const each of rows) {
    await lockVisit(db, each);
    const visit = await findVisit(db, each);
    if (!visit) continue;
    await setStatus(within, visit, { status: 'cancelled', by: 'system' });
    await notifyCustomer(within, visit);
  }
}
