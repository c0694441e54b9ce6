// Unsubscribes the recipient of a message, or subscribes them again. Opening the page changes nothing: scanners open
// it.
import { sql } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { type Subscription, subscriptions } from '#contract/campaigns/subscriptions.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import { addressIn } from '#server/campaigns/audience/may-receive.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { serve } from '#server/lib/http/serve.ts';
import { translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { confirmLink, readMessageLink } from './follow-link.ts';

interface Found {
  companyId: string;
  recipientId: string;
  /**
   * Null once the customer has another address, or was merged: the link speaks only for the address that it was sent
   * to.
   */
  contactId: string | null;
  hasWithdrawn: boolean;
  medium: CampaignMedium;
  address: string;
  companyName: string;
  language: string;
  isUnsubscribed: boolean;
}

export const subscriptionRoutes = serve(subscriptions, {
  getLink: readMessageLink,
  followLink: confirmLink,
  get: async ({ db }, { token }) => toSubscription(await find(db, token)),
  set: async (context, { token, isSubscribed }) => setSubscription(context, token, isSubscribed),
});

/** A repeated call changes nothing. Throws 404 for an unknown link. */
export function setSubscription(context: ServiceContext, token: string, isSubscribed: boolean): Promise<Subscription> {
  return transaction(context, async (tx) => {
    const found = await find(tx.db, token, { lock: true });
    const { companyId, contactId, medium, address, language, hasWithdrawn } = found;
    // Another customer with this address may have unsubscribed before.
    const isDone = found.isUnsubscribed !== isSubscribed && (isSubscribed || contactId === null || hasWithdrawn);
    if (isDone) return toSubscription(found);
    const channel = channelOf(medium);
    // First, because a consent lifts what an unsubscription suppresses.
    if (!isSubscribed) await suppress(tx, found);
    else await lift(tx, found);
    if (contactId !== null) {
      await recordConsent(tx, {
        companyId,
        contactId,
        channel,
        isGiven: isSubscribed,
        source: 'link',
        userId: null,
        shownText: translate(language || 'en', isSubscribed ? `booking.consent.${channel}` : 'unsubscribe.button', {
          company: found.companyName,
          address,
        }),
      });
    }
    await tx.db
      .updateTable('campaignRecipients')
      .set({ unsubscribedAt: isSubscribed ? null : tx.clock.now() })
      .where('companyId', '=', companyId)
      .where('id', '=', found.recipientId)
      .execute();
    return toSubscription({ ...found, isUnsubscribed: !isSubscribed });
  });
}

const isSuppressed = sql`exists (
  select from suppressions s where s.company_id = r.company_id and s.medium = g.medium and s.address = r.address
    and s.reason = 'unsubscribed')`;

async function find(db: ServiceContext['db'], token: string, { lock = false } = {}): Promise<Found> {
  const { rows } = await sql<Found>`
    select r.company_id, r.id as recipient_id, c.id as contact_id, g.medium, r.address, o.name as company_name, r.language,
      ${isSuppressed} as is_unsubscribed,
      coalesce(case g.medium when 'mail' then c.mail_consent else c.sms_consent end = 'withdrawn', false) as has_withdrawn
    from campaign_recipients r
    join campaigns g on g.company_id = r.company_id and g.id = r.campaign_id
    join companies o on o.id = r.company_id
    left join contacts c on c.company_id = r.company_id and c.id = r.contact_id and c.merged_into is null
      and case g.medium when 'mail' then ${addressIn('mail')} else ${addressIn('sms')} end = r.address
    where r.token_hash = ${hashToken(token)} ${lock ? sql`for update of r` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Of the address, which families share: no one there gets what one of them refused. */
async function suppress({ db, clock }: ServiceContext, { companyId, medium, address }: Found): Promise<void> {
  await sql`
    insert into suppressions (id, company_id, medium, address, reason, purpose, evidence, created_at)
    values (gen_random_uuid(), ${companyId}, ${medium}, ${address}, 'unsubscribed', 'campaign', '', ${clock.now()})
    on conflict (medium, address, company_id, reason, purpose) do nothing`.execute(db);
}

async function lift({ db }: ServiceContext, { companyId, medium, address }: Found): Promise<void> {
  await sql`
    delete from suppressions where company_id = ${companyId} and medium = ${medium} and address = ${address}
      and reason = 'unsubscribed'`.execute(db);
}

function toSubscription({ companyName, medium, address, isUnsubscribed }: Found): Subscription {
  return { companyName, channel: channelOf(medium), address: masked(address), isSubscribed: !isUnsubscribed };
}

const channelOf = (medium: CampaignMedium): ConsentChannel => (medium === 'mail' ? 'email' : 'sms');

/** Enough to recognise it: `m…@example.test`, `…4567`. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return at > 0 ? `${address.slice(0, 1)}…${address.slice(at)}` : `…${address.slice(-4)}`;
}
