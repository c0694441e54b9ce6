// Asks in the claim of the outbox whether a campaign still wants its message: it runs, or a person has sent this
// message again, and the customer has neither objected nor another address.
import { sql } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { addressIn, basisOf } from '#server/campaigns/audience/may-receive.ts';
import type { MayStillSend } from '#server/messaging/outbox/claim-deliveries.ts';

const says = (medium: CampaignMedium) => sql`exists (
  select from campaign_recipients r
  join campaigns g on g.company_id = r.company_id and g.id = r.campaign_id
  join contacts c on c.company_id = r.company_id and c.id = r.contact_id
  where r.delivery_id = d.id and c.merged_into is null
    and ${addressIn(medium)} = r.address and ${basisOf(medium)} is not null
    and (g.sending or g.started
      or exists (select from delivery_attempts a where a.delivery_id = d.id and a.outcome = 'again')))`;

export const campaignMayStillSend: MayStillSend = { 'campaign.mail': says('mail'), 'campaign.sms': says('sms') };
