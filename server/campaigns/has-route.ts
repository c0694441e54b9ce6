// Whether the installation sends campaigns. Where it does not, their messages are kept.
import type { RawBuilder } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import type { Config } from '#server/lib/config.ts';
import { takesMail } from '#server/messaging/mail/mail-server.ts';
import { takesSms } from '#server/messaging/sms/gateways.ts';

/** As SQL for the owner's role: servers and gateways belong to the installation. */
export function hasRoute(config: Pick<Config, 'smtpUrl'>, medium: CampaignMedium): RawBuilder<boolean> {
  return medium === 'mail' ? takesMail(config, 'campaign') : takesSms('campaign');
}
