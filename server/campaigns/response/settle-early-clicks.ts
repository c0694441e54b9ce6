// Decides about lone clicks soon after a message was sent: they are those of a person, or of a gateway that opens one
// link of each message.
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';
import { earlyTime } from './follow-link.ts';

/** A domain whose gateway opens links has so many early clicks in a campaign, and of so large a part of its messages. */
const gateway = { clicks: 3, oneOf: 2 };
const perRun = 1_000;

/** A booking that came of a click `w` is the act of a person. */
const hasBooked = sql`exists (select from visits x where x.company_id = w.company_id and x.came_through = w.id)`;

/**
 * Counts those whose time is over as people's, except where at least half of the recipients at a domain, and three,
 * followed a link that early; and those at once from which a booking came. Returns how many count now.
 */
export async function settleEarlyClicks({ database, clock }: Services): Promise<number> {
  const early = sql.lit(`${earlyTime / 1_000} seconds`);
  const { rows } = await sql<{ isPerson: boolean }>`
    with due as materialized (
      select w.company_id, w.id, w.campaign_id, split_part(r.address, '@', 2) as domain, ${hasBooked} as has_booked
      from campaign_visits w join campaign_recipients r on r.company_id = w.company_id and r.id = w.recipient_id
      where w.waits_until <= ${clock.now()} or w.waits_until is not null and ${hasBooked} order by w.waits_until limit ${perRun} for update of w skip locked),
    scanned as materialized (
      select r.company_id, r.campaign_id, split_part(r.address, '@', 2) as domain
      from (select distinct company_id, campaign_id from due) c
      join campaign_recipients r on r.company_id = c.company_id and r.campaign_id = c.campaign_id and r.sent_at is not null
      left join lateral (
        select true as is_early from campaign_visits e
        where e.company_id = r.company_id and e.recipient_id = r.id and e.created_at < r.sent_at + interval ${early}
        limit 1) e on true
      where r.address like '%@%'
      group by 1, 2, 3
      having count(e.is_early) >= ${gateway.clicks}::integer and count(e.is_early) * ${gateway.oneOf}::integer >= count(*))
    update campaign_visits w set waits_until = null, is_person = d.has_booked or not exists (
      select from scanned s where (s.company_id, s.campaign_id, s.domain) = (d.company_id, d.campaign_id, d.domain))
    from due d where w.company_id = d.company_id and w.id = d.id
    returning w.is_person`.execute(database.write);
  return rows.filter(({ isPerson }) => isPerson).length;
}
