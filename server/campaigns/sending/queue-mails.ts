// Queues the e-mails of a campaign within the limits of the day: the content is stored once for each language, each
// mail has its own fields.
import { createHash } from 'node:crypto';
import { blockFacts } from '#server/campaigns/content/block-facts.ts';
import { subjectOf } from '#server/campaigns/content/campaign-content.ts';
import { renderCampaignMail } from '#server/campaigns/content/render-mail.ts';
import { linkPositions } from '#server/campaigns/response/link-positions.ts';
import { unsubscribeUrl, visitUrl } from '#server/campaigns/response/links.ts';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { dayOf } from '#server/lib/http/throttle.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import { countCampaignMails, giveBackCampaignMails } from '#server/messaging/mail/limit-campaign-mails.ts';
import { fill } from '#server/messaging/mail/placeholders.ts';
import { queueMails } from '#server/messaging/mail/queue-mails.ts';
import { beginningOf, storeContent } from '#server/messaging/mail/shared-content.ts';
import type { Message, QueueMessages } from './medium.ts';

export const queueCampaignMails: QueueMessages = async (tx, campaign, messages) => {
  const { counted, refused } = await countCampaignMails(tx, campaign.companyId, messages);
  // The count of an address goes by hours.
  const { end } = dayOf(tx.clock.now());
  const waits = new Map(refused.map(({ deliveryId }) => [deliveryId, end]));
  if (counted.size === 0) return { queued: [], leftOut: new Map(), waits, linkCount: 0 };
  const { queued, linkCount } = await queueCounted(tx, campaign, counted);
  // Mails that their cause has queued before do not leave a second time.
  const ids = new Set(queued);
  const repeated = [...counted].filter(([{ deliveryId }]) => !ids.has(deliveryId));
  const countedAt = tx.clock.now();
  await giveBackCampaignMails(
    tx,
    campaign.companyId,
    repeated.map(([{ address }, limits]) => ({ address, counted: limits, countedAt })),
  );
  return { queued, leftOut: new Map(), waits, linkCount };
};

/** Queues each message with the limits that it was counted against. */
async function queueCounted(
  tx: ServiceContext,
  campaign: StoredCampaign,
  counted: ReadonlyMap<Message, readonly string[]>,
): Promise<{ queued: string[]; linkCount: number }> {
  const { companyId, id } = campaign;
  const messages = [...counted.keys()];
  const facts = await blockFacts(tx, companyId, campaign.blocks);
  const contents = new Map<string, { contentId: string; plain: string }>();
  let linkCount = 0;
  for (const language of new Set(messages.map((message) => languageOf(campaign, message)))) {
    const stored = await storeIn(tx, campaign, facts, language);
    contents.set(language, stored);
    linkCount = stored.linkCount;
  }
  const { company } = facts;
  const sender = parseSender(tx.config.mailFrom);
  const host = new URL(tx.publicUrl).hostname;
  const queued = await queueMails(
    tx,
    'campaign',
    messages.map((message) => {
      const { deliveryId, token } = message;
      const fields = {
        name: message.name,
        company: company.name,
        visit: visitUrl(tx, token),
        unsubscribe: unsubscribeUrl(tx, token),
      };
      const content = contents.get(languageOf(campaign, message));
      return {
        id: deliveryId,
        companyId,
        counted: counted.get(message) ?? [],
        guarantee: 'once' as const,
        turnKey: id,
        cause: { kind: 'campaign.mail', key: `${id}:${message.contactId}` },
        dueAt: tx.clock.now(),
        expiresAt: campaign.started ? campaign.periodEnd : undefined,
        fromEMail: sender.address,
        fromName: oneLine(company.name, 100),
        replyTo: oneLine(company.eMail, 320),
        toEMail: message.address,
        subject: oneLine(fill(subjectOf(campaign), fields)),
        html: '',
        plain: '',
        contentId: content?.contentId ?? '',
        beginning: beginningOf(content?.plain ?? '', fields),
        fields,
        headers: {
          // One click without a page (RFC 8058).
          'List-Unsubscribe': `<${fields.unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'List-Id': `<${companyId}.campaigns.${host}>`,
          'Feedback-ID': `${id}:${companyId}:campaign:daybook`,
        },
      };
    }),
    { mayRepeat: true },
  );
  return { queued, linkCount };
}

/** The words around the content are in the language of the recipient. */
function languageOf(campaign: StoredCampaign, { language }: Message): string {
  return languageKeys.includes(language) ? language : campaign.language;
}

async function storeIn(
  tx: ServiceContext,
  campaign: StoredCampaign,
  facts: Awaited<ReturnType<typeof blockFacts>>,
  language: string,
): Promise<{ contentId: string; plain: string; linkCount: number }> {
  const { companyId, id } = campaign;
  const rendering = { facts, language, publicUrl: tx.publicUrl };
  const { links } = renderCampaignMail(campaign, { ...rendering, linkTo: (url) => url });
  const positions = await linkPositions(
    tx.db,
    campaign,
    links.map(({ url }) => url),
  );
  const linkTo = (url: string) => `{{visit}}/${positions.get(url) ?? 0}`;
  const { html, plain } = renderCampaignMail(campaign, { ...rendering, linkTo });
  const digest = createHash('sha256').update(html).update(plain).digest('base64url').slice(0, 22);
  const contentId = await storeContent(tx.db, {
    companyId,
    causeKey: `campaign:${id}:${language}:${digest}`,
    html,
    plain,
    createdAt: tx.clock.now(),
  });
  return { contentId, plain, linkCount: new Set(links.map(({ url }) => url)).size };
}
