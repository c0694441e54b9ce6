// Records when a message of a campaign was sent, as the outbox writes that down: the day is that of the campaign's
// zone.
import { sql } from 'kysely';
import type { WhenSent } from '#server/messaging/outbox/when-sent.ts';

export const campaignWhenSent: WhenSent = [
  sql`
    update campaign_recipients r set sent_at = s.at, day = wall_time(s.at, g.time_zone)::date
    from sent s, campaigns g
    where s.cause_kind in ('campaign.mail', 'campaign.sms') and r.delivery_id = s.id and g.company_id = r.company_id
      and g.id = r.campaign_id`,
];
