// Whether the installation sends campaigns. Where it does not, their messages are kept.
import { type RawBuilder, sql } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import type { Config } from '#server/lib/config.ts';

/** As SQL for the owner's role: servers and gateways belong to the installation. */
export function hasRoute({ smtpUrl }: Pick<Config, 'smtpUrl'>, medium: CampaignMedium): RawBuilder<boolean> {
  if (medium === 'mail') {
    return smtpUrl === undefined ? sql`exists (select from smtp_settings where 'campaign' = any(purposes))` : sql`true`;
  }
  // A gateway of kind `file` keeps what reaches it, also before those behind it.
  return sql`coalesce((select kind <> 'file' from sms_gateways where 'campaign' = any(purposes)
    order by is_default desc, position, created_at, id limit 1), false)`;
}
