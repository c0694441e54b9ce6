// Renders a campaign as one customer would get it, or an example; its links are the real ones, so that none is counted.
import { sql } from 'kysely';
import { campaignPlaceholders } from '#contract/campaigns/blocks.ts';
import {
  type CampaignMedium,
  type emailCampaigns,
  goodSmsParts,
  type RenderedCampaign,
} from '#contract/campaigns/campaigns.ts';
import { eurosOfUnits } from '#contract/lib/money.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { blockFacts } from '#server/campaigns/content/block-facts.ts';
import { type CampaignContent, hasName } from '#server/campaigns/content/campaign-content.ts';
import { findWrong, referencesOfBlocks } from '#server/campaigns/content/references.ts';
import { maxPartsOf, renderSms } from '#server/campaigns/content/render-sms.ts';
import { textBlock } from '#server/campaigns/content/text-block.ts';
import { findCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import { smsRules } from '#server/messaging/sms/queue-sms.ts';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';
import { asLinked, renderExample } from './render-example.ts';

/**
 * Of a campaign that is being written. Waits for a turn of the company, like a list, and holds no connection while it
 * renders.
 */
export function previewCampaign(
  context: SignedIn,
  medium: CampaignMedium,
  draft: CampaignDraft,
): Promise<RenderedCampaign> {
  return withCompanyTurn(context, context.user.companyId, async () => {
    const render = await companyTransaction(context, { readOnly: true }, (tx) =>
      prepare(tx, medium, contentOf(draft), undefined),
    );
    return render();
  });
}

export type CampaignDraft = Parsed<typeof emailCampaigns.preview>;

/** As `previewCampaign`, within the transaction of the caller. */
export async function readDraft(context: SignedIn, draft: CampaignDraft): Promise<RenderedCampaign> {
  const render = await prepare(context, 'mail', contentOf(draft), undefined);
  return render();
}

function contentOf({ name, subject, message, text, blocks }: CampaignDraft) {
  const asText = message.trim() === '' ? [] : [textBlock(message)];
  return { name, subject, message, text, blocks: blocks ?? asText };
}

/** As `readTest`, in a turn and a transaction of its own. */
export function showTest(
  context: SignedIn,
  medium: CampaignMedium,
  input: { id: string; contactId?: string | undefined },
): Promise<Output<typeof emailCampaigns.getTest>> {
  return withCompanyTurn(context, context.user.companyId, async () => {
    const render = await companyTransaction(context, { readOnly: true }, (tx) => prepareTest(tx, medium, input));
    return render();
  });
}

/** Throws 404 for a campaign or a customer of another company. */
export async function readTest(
  context: SignedIn,
  medium: CampaignMedium,
  input: { id: string; contactId?: string | undefined },
): Promise<Output<typeof emailCampaigns.getTest>> {
  const render = await prepareTest(context, medium, input);
  return render();
}

async function prepareTest(
  tx: SignedIn,
  medium: CampaignMedium,
  { id, contactId }: { id: string; contactId?: string | undefined },
): Promise<() => Promise<Output<typeof emailCampaigns.getTest>>> {
  const campaign = await findCampaign(tx.db, { companyId: tx.user.companyId, medium }, id);
  const render = await prepare(tx, medium, campaign, contactId);
  return async () => ({ name: campaign.name, ...(await render()) });
}

/** Reads all that the rendering needs; the function that it returns asks the database for nothing. */
async function prepare(
  tx: SignedIn,
  medium: CampaignMedium,
  content: CampaignContent & { message: string },
  contactId: string | undefined,
): Promise<() => Promise<RenderedCampaign>> {
  const { db, user, publicUrl } = tx;
  const recipient = contactId ? await findRecipient(tx, contactId) : exampleFor(user.language);
  const [facts, wrong] = await Promise.all([
    blockFacts({ db }, user.companyId, content.blocks),
    findWrong(tx, referencesOfBlocks(content.blocks)),
  ]);
  if (medium === 'sms') {
    const rendered = await renderTestSms(tx, content.message, { ...recipient, company: facts.company.name });
    return async () => rendered;
  }
  const fields = {
    name: recipient.name,
    company: facts.company.name,
    visit: '',
    unsubscribe: `${publicUrl}/marketing/test/unsubscribe`,
  };
  const { name, subject, text, blocks } = content;
  const { language } = recipient;
  return async () => {
    const example = { content: { name, subject, text, blocks }, fields, facts, language, publicUrl };
    const rendered = await renderExample(example);
    return wrong.length > 0 ? { ...rendered, warnings: withWrong(rendered.warnings, wrong) } : rendered;
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
  const { price } = await smsRules(db, user.companyId, clock.now());
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
  const costOf = (count: number) => eurosOfUnits(count * price);
  return {
    ...{ subject: '', html: '', plain: shown, size: 0, links, warnings },
    ...{ parts, price: costOf(parts), maxParts, maxPrice: costOf(maxParts) },
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
