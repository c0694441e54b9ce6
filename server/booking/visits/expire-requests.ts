// Ends requests whose link was not used in time, so that invented addresses block no time.
import { sql } from 'kysely';
import { remindOfAppointment } from '#server/booking/notifications/remind-of-appointment.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { lockCalendarsOf, setStatus } from './change-status.ts';
import { findVisit } from './find-visit.ts';

/**
 * The last mail `m` to the customer of a visit `x`. While it waits, or no mail server is set, the customer could not
 * answer: the request goes on.
 */
export const lastMail = sql`
  left join lateral (
    select d.state, d.settled_at from email_messages m join deliveries d on d.id = m.id
    where m.company_id = x.company_id and m.visit_id = x.id and lower(m.to_e_mail) = lower(x.e_mail)
    order by m.created_at desc limit 1) m on true`;

/** When a request `x` of a company `c` with its last mail `m` expires: null while its mail waits. */
export const expiry = sql`
  case when c.confirms_requests then x.start_at
    when m.state in ('queued', 'sending', 'held', 'kept') then null
    else least(x.start_at, coalesce(m.settled_at, x.requested_at) + make_interval(hours => c.request_hours)) end`;

/** Expires the requests that are due, at most `limit`, each in its own transaction. Returns how many. */
export async function expireRequests(
  services: Services,
  { limit = 200, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { clock, database } = services;
  const { rows } = await sql<{ companyId: string; id: string }>`
    select x.company_id, x.id from visits x join companies c on c.id = x.company_id ${lastMail}
    where x.status = 'requested' and (${expiry} <= ${clock.now()} or x.start_at <= ${clock.now()})
    order by x.requested_at limit ${limit}`.execute(database.read);
  let expired = 0;
  for (const due of rows) {
    signal?.throwIfAborted();
    await transaction({ ...services, db: database.write }, async (tx) => {
      const found = await findVisit(tx.db, due);
      if (!found) return;
      await lockCalendarsOf(tx.db, found);
      const visit = await findVisit(tx.db, due);
      if (visit?.status !== 'requested') return;
      await setStatus(tx, visit, { status: 'expired', by: 'system' });
      await remindOfAppointment(tx, 'expired', visit);
      expired++;
    });
  }
  return expired;
}
