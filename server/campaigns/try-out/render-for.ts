// Renders a campaign as one customer would get it, or an example; its links are the real ones, so that none is counted.
import { sql } from 'kysely';
import { campaignPlaceholders } from '#contract/campaigns/blocks.ts';
import {
  type CampaignMedium,
  type emailCampaigns,
  goodSmsParts,
  type RenderedCampaign,
} from '#contract/campaigns/campaigns.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { blockFacts } from '#server/campaigns/content/block-facts.ts';
import { type CampaignContent, hasName, subjectOf } from '#server/campaigns/content/campaign-content.ts';
import { findWrong, referencesOfBlocks } from '#server/campaigns/content/references.ts';
import { renderCampaignMail } from '#server/campaigns/content/render-mail.ts';
import { maxPartsOf, renderSms } from '#server/campaigns/content/render-sms.ts';
import { textBlock } from '#server/campaigns/content/text-block.ts';
import { findCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { fill, placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import { fillContent } from '#server/messaging/mail/shared-content.ts';
import { campaignsPerDay, smsOfDay, smsRules } from '#server/messaging/sms/queue-sms.ts';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';

/** Of a campaign that is being written. */
export function previewCampaign(
  context: SignedIn,
  medium: CampaignMedium,
  { name, subject, message, text, blocks }: Parsed<typeof emailCampaigns.preview>,
): Promise<RenderedCampaign> {
  const asText = message.trim() === '' ? [] : [textBlock(message)];
  return renderFor(context, medium, { name, subject, message, text, blocks: blocks ?? asText }, undefined);
}

/** Throws 404 for a campaign or a customer of another company. */
export async function readTest(
  context: SignedIn,
  medium: CampaignMedium,
  { id, contactId }: { id: string; contactId?: string | undefined },
): Promise<Output<typeof emailCampaigns.getTest>> {
  const campaign = await findCampaign(context.db, { companyId: context.user.companyId, medium }, id);
  return { name: campaign.name, ...(await renderFor(context, medium, campaign, contactId)) };
}

async function renderFor(
  context: SignedIn,
  medium: CampaignMedium,
  content: CampaignContent & { message: string },
  contactId: string | undefined,
): Promise<RenderedCampaign> {
  const { db, user, publicUrl } = context;
  const recipient = contactId ? await findRecipient(context, contactId) : exampleFor(user.language);
  const [facts, wrong] = await Promise.all([
    blockFacts({ db }, user.companyId, content.blocks),
    findWrong(context, referencesOfBlocks(content.blocks)),
  ]);
  const fields = {
    name: recipient.name,
    company: facts.company.name,
    visit: '',
    unsubscribe: `${publicUrl}/marketing/test/unsubscribe`,
  };
  const subject = fill(subjectOf(content), fields);
  if (medium === 'sms') {
    return renderTestSms(context, content.message, { ...recipient, company: facts.company.name });
  }
  const { language } = recipient;
  const rendered = renderCampaignMail(content, { facts, language, publicUrl, linkTo: asLinked });
  return {
    ...rendered,
    ...fillContent(rendered, fields),
    subject,
    warnings: wrong.length > 0 ? withWrong(rendered.warnings, wrong) : rendered.warnings,
  };
}

/** Records that are gone or not offered cause other warnings. */
function withWrong(
  warnings: RenderedCampaign['warnings'],
  wrong: Awaited<ReturnType<typeof findWrong>>,
): RenderedCampaign['warnings'] {
  const isOffered = wrong.every(({ kind }) => kind !== 'offers');
  const isThere = wrong.every(({ kind }) => kind === 'offers');
  return [
    ...(isThere ? [] : ['gone' as const]),
    ...(isOffered ? [] : ['notOffered' as const]),
    ...warnings.filter((code) => !['emptyBlock', 'notBookable', 'noText', 'noLinks'].includes(code)),
  ];
}

/** Where a link leads: a name in it is not filled in. */
const asLinked = (url: string) => url.replaceAll('{', '%7B').replaceAll('}', '%7D');

/** With addresses as long as those that will be sent, which decide on the number of parts. */
async function renderTestSms(
  { db, user, clock, publicUrl }: SignedIn,
  message: string,
  { name, company, language }: Recipient & { company: string },
): Promise<RenderedCampaign> {
  const visit = `${publicUrl}/v/${'x'.repeat(22)}`;
  const fields = { name, company, stop: visit };
  const { text, urls } = renderSms(message, { language, fields, linkTo: () => `${visit}/1` });
  const shown = renderSms(message, { language, fields, linkTo: asLinked }).text;
  const { parts } = smsParts(text);
  const maxParts = maxPartsOf(message, company, publicUrl);
  const { price, perDay } = await smsRules(db, user.companyId, clock.now());
  const leftToday = Math.max(0, campaignsPerDay(perDay) - (await smsOfDay(db, user.companyId, clock.now())));
  const known: readonly string[] = campaignPlaceholders;
  const found: [RenderedCampaign['warnings'][number], boolean][] = [
    ['noText', message.trim() === ''],
    ['noLinks', urls.length === 0],
    ['nameInLink', urls.some(hasName)],
    ['long', maxParts > goodSmsParts],
    ['unknownName', placeholdersOf(message).some((placeholder) => !known.includes(placeholder))],
  ];
  const warnings = found.flatMap(([code, holds]) => (holds ? [code] : []));
  const links = urls.map((url) => ({ url, label: '' }));
  const costOf = (count: number) => (count * price) / 10_000;
  return {
    ...{ subject: '', html: '', plain: shown, size: 0, links, warnings },
    ...{ parts, price: costOf(parts), maxParts, maxPrice: costOf(maxParts), leftToday },
  };
}

interface Recipient {
  name: string;
  language: string;
}

function exampleFor(language: string): Recipient {
  return { name: translate(language, 'campaignMail.example'), language };
}

async function findRecipient({ db, user }: SignedIn, id: string): Promise<Recipient> {
  const { rows } = await sql<Recipient>`
    select name, language from contacts where company_id = ${user.companyId} and id = ${id} and merged_into is null`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return { name: found.name, language: languageKeys.includes(found.language) ? found.language : user.language };
}
