// Reads the visits and receipts behind the figures of a day.
import { sql } from 'kysely';
import type { IncomeReasons } from '#contract/reports/incomes.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { personName } from '#server/lib/sql/person-name.ts';
import { placesOf } from '#server/reports/figures/figures.ts';

export async function readReasons({ db, user }: SignedIn, { date }: { date: string }): Promise<IncomeReasons> {
  const places = placesOf(user);
  const visits = sql<Omit<IncomeReasons['visits'][number], 'start'> & { start: Temporal.Instant }>`
    select v.id, e.id as event_id, e.calendar_id, e.start_at as start, v.time_zone, v.status, v.name,
      coalesce(nullif(p.service_name, ''), e.title) as service, p.price, coalesce(${personName}, '') as person,
      coalesce(l.name, '') as location
    from events e
    join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
    join visits v on v.company_id = p.company_id and v.id = p.visit_id
    left join calendars k on k.company_id = e.company_id and k.id = e.calendar_id
    left join users u on u.id = k.user_id
    left join locations l on l.company_id = e.company_id and l.id = e.location_id
    where e.company_id = ${user.companyId} and e.day = ${date}::date and (${places} is null or e.location_id = any(coalesce(${places}, '{}')))
      and v.status in ('requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show')
    order by e.start_at, e.id limit 200`.execute(db);
  const receipts = sql<Omit<IncomeReasons['receipts'][number], 'createdAt'> & { createdAt: Temporal.Instant }>`
    select r.id, v.contact_id, r.created_at, r.method, x.amount, coalesce(v.name, '') as name, x.name as service,
      coalesce(${personName}, '') as person, coalesce(l.name, '') as location
    from receipt_lines x
    join receipts r on r.company_id = x.company_id and r.id = x.receipt_id
    left join visits v on v.company_id = r.company_id and v.id = r.visit_id
    left join calendars k on k.company_id = x.company_id and k.id = x.calendar_id
    left join users u on u.id = k.user_id
    left join locations l on l.company_id = x.company_id and l.id = x.location_id
    where x.company_id = ${user.companyId} and x.day = ${date}::date and (${places} is null or x.location_id = any(coalesce(${places}, '{}')))
    order by r.created_at, r.id, x.position limit 200`.execute(db);
  const [booked, paid] = await Promise.all([visits, receipts]);
  return {
    visits: booked.rows.map((row) => ({ ...row, start: row.start.toString() })),
    receipts: paid.rows.map((row) => ({ ...row, createdAt: row.createdAt.toString() })),
  };
}
