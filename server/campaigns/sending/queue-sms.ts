// Queues the SMS of a campaign. Those that the deposit does not pay for wait for it.
import { sql } from 'kysely';
import type { LeftOutReason } from '#contract/campaigns/audience.ts';
import { renderSms } from '#server/campaigns/content/render-sms.ts';
import { linkPositions } from '#server/campaigns/response/link-positions.ts';
import { visitUrl } from '#server/campaigns/response/links.ts';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import type { Db } from '#server/db/pool.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { queueSms, type SmsOutcome } from '#server/messaging/sms/queue-sms.ts';
import type { QueueMessages } from './medium.ts';

/** Numbers that get no SMS. The limits of a number and of the company end: those wait. */
const leftOutBy: Partial<Record<SmsOutcome, LeftOutReason>> = {
  number: 'number',
  landline: 'number',
  premium: 'number',
  country: 'number',
  stopped: 'suppressed',
};

export const queueCampaignSms: QueueMessages = async (tx, campaign, messages) => {
  const { companyId, id, name } = campaign;
  const now = tx.clock.now();
  const company = await readCompany(tx.db, campaign, now);
  const { urls } = renderSms(campaign.message, { language: campaign.language, fields: {}, linkTo: (url) => url });
  const positions = await linkPositions(tx.db, campaign, urls);
  // Loaded on demand: the numbering plans are large.
  const { countryOf } = await import('#server/customers/contacts/phone-key.ts');
  const country = await countryOf(tx.db, companyId);
  // A started campaign sends by itself; a person who sends one at night wants it to leave now.
  const keepsQuiet = campaign.started || !company.isSentAtNight;
  const dueAt = keepsQuiet ? (company.quietUntil ?? now) : now;
  // The period ends within the quiet hours: a message would only hold money until then.
  if (campaign.started && Temporal.Instant.compare(dueAt, campaign.periodEnd) >= 0) {
    return { queued: [], leftOut: new Map(), linkCount: urls.length };
  }
  const outcomes = await queueSms(
    tx,
    'campaign',
    companyId,
    messages.map((message) => {
      const visit = visitUrl(tx, message.token);
      const { text } = renderSms(campaign.message, {
        language: languageKeys.includes(message.language) ? message.language : campaign.language,
        fields: { name: message.name, company: company.name, stop: visit },
        linkTo: (url) => `${visit}/${positions.get(url) ?? 0}`,
      });
      return {
        id: message.deliveryId,
        to: message.address,
        country,
        subject: name,
        message: text,
        dueAt,
        quietZone: keepsQuiet ? campaign.timeZone : undefined,
        expiresAt: campaign.started ? campaign.periodEnd : undefined,
        turnKey: id,
        cause: { kind: 'campaign.sms', key: `${id}:${message.contactId}` },
      };
    }),
  );
  const queued: string[] = [];
  const leftOut = new Map<string, LeftOutReason>();
  for (const [deliveryId, outcome] of outcomes) {
    const reason = leftOutBy[outcome];
    if (reason) leftOut.set(deliveryId, reason);
    else if (outcome === 'queued' || outcome === 'held') queued.push(deliveryId);
  }
  return { queued, leftOut, linkCount: urls.length };
};

interface Company {
  name: string;
  /** The end of the quiet hours that it is now; null outside them. */
  quietUntil: Temporal.Instant | null;
  /** A person sent the campaign within the quiet hours: its audience was read then. */
  isSentAtNight: boolean;
}

async function readCompany(
  db: Db,
  { companyId, timeZone, snapshotAt }: StoredCampaign,
  now: Temporal.Instant,
): Promise<Company> {
  const quietHoursAt = (at: Temporal.Instant | null) =>
    sql`quiet_hours_at(${at}::timestamptz, ${timeZone}, quiet_from, quiet_until)`;
  const { rows } = await sql<Company>`
    select name, upper(${quietHoursAt(now)}) as quiet_until, ${quietHoursAt(snapshotAt)} is not null as is_sent_at_night
    from companies where id = ${companyId}`.execute(db);
  if (!rows[0]) throw new Error(`no company ${companyId}`);
  return rows[0];
}
