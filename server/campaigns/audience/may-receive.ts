// Whether a customer may receive the campaigns of a company, in SQL. One set of conditions serves the audience, the
// count while it is being typed, and the claim of each delivery. `c` is a row of `contacts`, or of `audience_facts` for
// a count.
import { type RawBuilder, sql } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';

interface Medium {
  /** Of a contact `c`: folded as the addresses of deliveries are. */
  address: RawBuilder<string>;
  /** The hash of the address, null where there is none to write to. */
  hash: RawBuilder<string | null>;
  /** The consent of customers, and whether they prefer the other channel: 0 to 4, see 0004-booking.sql. */
  standing: RawBuilder<number>;
  /** Of the settings `b` of the company. */
  declared: RawBuilder<boolean>;
}

const media: Record<CampaignMedium, Medium> = {
  mail: {
    address: sql`c.e_mail_key`,
    hash: sql`c.mail_hash`,
    standing: sql`c.mail_standing`,
    declared: sql`b.customers_by_mail`,
  },
  sms: {
    address: sql`c.phone_key`,
    hash: sql`c.sms_hash`,
    standing: sql`c.sms_standing`,
    declared: sql`b.customers_by_sms`,
  },
};

export const addressIn = (medium: CampaignMedium) => media[medium].address;

export const hashIn = (medium: CampaignMedium) => media[medium].hash;

/** A number without its country cannot be called from everywhere. */
export const hasAddress = (medium: CampaignMedium): RawBuilder<boolean> => sql`${hashIn(medium)} is not null`;

const ofContact = sql`c.company_id`;

/** Whether the company has declared that it writes to its customers. */
const hasDeclared = (medium: CampaignMedium, companyId: RawBuilder<unknown> | string) => sql<boolean>`
  exists (select from marketing_settings b where b.company_id = ${companyId} and ${media[medium].declared})`;

/**
 * Why a company may write to a contact `c`: they agreed, or were a customer and did not object. Null: it may not. With
 * the company, its declaration is read once for all contacts.
 */
export function basisOf(
  medium: CampaignMedium,
  companyId: RawBuilder<unknown> | string = ofContact,
): RawBuilder<'consent' | 'customer' | null> {
  const { standing } = media[medium];
  return sql`case when ${standing} >= 3 then 'consent' when ${standing} >= 1 and ${hasDeclared(medium, companyId)} then 'customer' end`;
}

/** Whether there is an address and a basis, by one comparison for each contact. */
export const mayReceive = (medium: CampaignMedium, companyId: string): RawBuilder<boolean> =>
  sql`${media[medium].standing} >= (select case when ${hasDeclared(medium, companyId)} then 1 else 3 end)`;

/** The contact `c` prefers another channel. */
export const prefersOther = (medium: CampaignMedium): RawBuilder<boolean> => sql`${media[medium].standing} in (1, 3)`;

/** The addresses that are suppressed for campaigns of the company. */
export const suppressedAddresses = (medium: CampaignMedium, companyId: string, now: Temporal.Instant) => sql`
  select s.address from suppressions s
  where s.medium = ${medium} and (s.company_id is null or s.company_id = ${companyId})
    and (s.purpose is null or s.purpose = 'campaign') and (s.expires_at is null or s.expires_at > ${now})`;
