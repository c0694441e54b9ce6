// Adds what came of a campaign of the demo: visits to its links, bookings, and through them their income.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';

/** Some follow a link, scanners follow more, and some book. */
export async function addResults(
  { db }: ServiceContext,
  companyId: string,
  id: string,
  sentAt: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into campaign_visits (company_id, id, campaign_id, recipient_id, link, is_person, day, created_at)
    select v.company_id, gen_random_uuid(), v.campaign_id, v.id, 1, v.is_person, wall_time(v.at, 'Europe/Riga')::date, v.at
    from (
      select r.*, n % 3 <> 0 as is_person,
        ${sentAt}::timestamptz + case when n % 3 <> 0 then make_interval(mins => 40 + 95 * n::int) else interval '1 second' end as at
      from (select r.*, row_number() over (order by address) as n from campaign_recipients r
        where r.company_id = ${companyId} and r.campaign_id = ${id} and r.sent_at is not null) r
      where n % 5 in (1, 3)) v`.execute(db);
  await sql`
    with came as (
      select distinct on (w.recipient_id) w.id, w.created_at, x.id as visit_id
      from campaign_visits w join campaign_recipients r on r.company_id = w.company_id and r.id = w.recipient_id
      join visits x on x.company_id = r.company_id and x.contact_id = r.contact_id and x.came_through is null
        and x.start_at > w.created_at and x.status in ('confirmed', 'completed')
      where w.company_id = ${companyId} and w.campaign_id = ${id} and w.is_person
      order by w.recipient_id, x.status = 'completed' desc, x.start_at)
    update visits x set came_through = c.id, source = 'page', created_at = c.created_at + interval '4 minutes'
    from came c where x.company_id = ${companyId} and x.id = c.visit_id`.execute(db);
}
