// Whether a customer may receive the campaigns of a company, in SQL. One set of conditions serves the audience, the count
// while it is being typed, and the claim of each delivery.
import { type RawBuilder, sql } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';

interface Medium {
  /** Of a contact `c`: folded as the addresses of deliveries are. */
  address: RawBuilder<string>;
  /** The hash of the address, null where there is none to write to. */
  hash: RawBuilder<string | null>;
  consent: RawBuilder<string>;
  /** Of the settings `b` of the company. */
  declared: RawBuilder<boolean>;
  /** How a customer prefers other channels. */
  otherChannel: RawBuilder<string>;
}

const media: Record<CampaignMedium, Medium> = {
  mail: {
    address: sql`c.e_mail_key`,
    hash: sql`c.mail_hash`,
    consent: sql`c.mail_consent`,
    declared: sql`b.customers_by_mail`,
    otherChannel: sql`'sms'`,
  },
  sms: {
    address: sql`c.phone_key`,
    hash: sql`c.sms_hash`,
    consent: sql`c.sms_consent`,
    declared: sql`b.customers_by_sms`,
    otherChannel: sql`'email'`,
  },
};

export const addressIn = (medium: CampaignMedium) => media[medium].address;

export const hashIn = (medium: CampaignMedium) => media[medium].hash;

/** A number without its country cannot be called from everywhere. */
export const hasAddress = (medium: CampaignMedium): RawBuilder<boolean> => sql`${hashIn(medium)} is not null`;

/**
 * Why a company may write to a contact `c`: they agreed, or were a customer and did not object. Null: it may not. With
 * the company, its declaration is read once for all contacts.
 */
export function basisOf(
  medium: CampaignMedium,
  companyId: RawBuilder<unknown> | string = sql`c.company_id`,
): RawBuilder<'consent' | 'customer' | null> {
  const { consent, declared } = media[medium];
  return sql`case
    when c.preferred_channel = 'none' or ${consent} = 'withdrawn' then null
    when ${consent} = 'given' then 'consent'
    when c.visits_count > 0 and exists (
      select from marketing_settings b where b.company_id = ${companyId} and ${declared}) then 'customer' end`;
}

/** The contact `c` prefers another channel. */
export const prefersOther = (medium: CampaignMedium): RawBuilder<boolean> =>
  sql`c.preferred_channel = ${media[medium].otherChannel}`;

/** The addresses that are suppressed for campaigns of the company. */
export const suppressedAddresses = (medium: CampaignMedium, companyId: string, now: Temporal.Instant) => sql`
  select s.address from suppressions s
  where s.medium = ${medium} and (s.company_id is null or s.company_id = ${companyId})
    and (s.purpose is null or s.purpose = 'campaign') and (s.expires_at is null or s.expires_at > ${now})`;
