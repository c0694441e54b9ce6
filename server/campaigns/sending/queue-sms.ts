// Queues the SMS of a campaign. Those that the deposit does not pay for wait for it.
import type { LeftOutReason } from '#contract/campaigns/audience.ts';
import { renderSms } from '#server/campaigns/content/render-sms.ts';
import { linkPositions } from '#server/campaigns/response/link-positions.ts';
import { visitUrl } from '#server/campaigns/response/links.ts';
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
  const company = await tx.db
    .selectFrom('companies')
    .select(['name', 'quietFrom', 'quietUntil'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const { urls } = renderSms(campaign.message, { language: campaign.language, fields: {}, linkTo: (url) => url });
  const positions = await linkPositions(tx.db, campaign, urls);
  // Loaded on demand: the numbering plans are large.
  const { countryOf } = await import('#server/customers/contacts/phone-key.ts');
  const country = await countryOf(tx.db, companyId);
  const now = tx.clock.now();
  // A started campaign sends by itself; a person who sends one wants it to leave now.
  const dueAt = campaign.started ? afterQuietHours(now, campaign.timeZone, company) : now;
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

/** This time, or the end of the quiet hours that it lies in. Equal hours are none. */
export function afterQuietHours(
  at: Temporal.Instant,
  timeZone: string,
  { quietFrom, quietUntil }: { quietFrom: number; quietUntil: number },
): Temporal.Instant {
  const local = at.toZonedDateTimeISO(timeZone);
  const { hour } = local;
  const isOverMidnight = quietFrom > quietUntil;
  const isQuiet = isOverMidnight ? hour >= quietFrom || hour < quietUntil : hour >= quietFrom && hour < quietUntil;
  if (!isQuiet) return at;
  const day = isOverMidnight && hour >= quietFrom ? local.add({ days: 1 }) : local;
  return day.startOfDay().with({ hour: quietUntil }).toInstant();
}
