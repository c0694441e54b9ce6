// Adds and saves campaigns.
import { randomUUIDv7 } from 'node:crypto';
import { type Audience, audience as audienceSchema } from '#contract/campaigns/audience.ts';
import { type Block, maxBlockText } from '#contract/campaigns/blocks.ts';
import {
  type Campaign,
  type CampaignMedium,
  campaignMoves,
  campaign as campaignSchema,
  type emailCampaigns,
} from '#contract/campaigns/campaigns.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { assertLinks } from '#server/campaigns/content/assert-links.ts';
import { plainHtml } from '#server/campaigns/content/campaign-content.ts';
import {
  assertKnown,
  picturesOf,
  referencesOfAudience,
  referencesOfBlocks,
} from '#server/campaigns/content/references.ts';
import { textBlock } from '#server/campaigns/content/text-block.ts';
import {
  campaignState,
  findCampaign,
  type StoredCampaign,
  withFigures,
} from '#server/campaigns/stored/stored-campaigns.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { publishOwnPicture } from '#server/files/publish-own-picture.ts';
import { audit } from '#server/lib/audit.ts';
import { callerZone } from '#server/lib/caller-zone.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { supportedLanguage } from '#server/lib/i18n.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';

type Insert = Parsed<typeof emailCampaigns.insert>;
type Update = Parsed<typeof emailCampaigns.update>;

/** The fields of a campaign, complete. */
interface Content {
  name: string;
  subject: string;
  message: string;
  text: string;
  blocks: Block[];
  audience: Audience;
  periodStart: Temporal.Instant;
  periodEnd: Temporal.Instant;
}

/**
 * Swaps the ends of a reversed period. Throws 417 for one without a length, a link that is too long, or a record that
 * the company does not have, and 404 or 417 for a picture.
 */
export async function insertCampaign(context: SignedIn, medium: CampaignMedium, input: Insert): Promise<Campaign> {
  const { db, user, clock } = context;
  const content = contentOf(medium, input);
  await assertOwn(context, content, []);
  const id = randomUUIDv7();
  await db
    .insertInto('campaigns')
    .values({
      companyId: user.companyId,
      id,
      medium,
      ...columnsOf(content),
      language: supportedLanguage(user.language),
      timeZone: await callerZone(context),
      userId: user.id,
      createdAt: clock.now(),
    })
    .execute();
  await audit(context, `Added the campaign ${content.name}`);
  return answerOf(context, medium, id);
}

/**
 * Throws what an insert throws, 409 while the campaign is started or being sent, and 409 with the campaign when the
 * version is no longer the current one.
 */
export async function updateCampaign(context: SignedIn, medium: CampaignMedium, given: Update): Promise<Campaign> {
  const { db, user } = context;
  const stored = await findCampaign(db, { companyId: user.companyId, medium }, given.id, { lock: true });
  if (given.version !== undefined && given.version !== stored.version) {
    const present = await answerOf(context, medium, given.id);
    throw new Refusal(409, 'grid.changed', { details: { Row: toWire(campaignSchema, present) } });
  }
  if (!campaignMoves[campaignState(stored)].update) throw new Refusal(409, 'campaigns.running');
  const content = contentOf(medium, completed(given, stored));
  await assertOwn(context, content, stored.blocks);
  await db
    .updateTable('campaigns')
    .set(columnsOf(content))
    .where('companyId', '=', user.companyId)
    .where('id', '=', given.id)
    .execute();
  return answerOf(context, medium, given.id);
}

export async function answerOf({ db, clock, user }: SignedIn, medium: CampaignMedium, id: string): Promise<Campaign> {
  const stored = await findCampaign(db, { companyId: user.companyId, medium }, id);
  const [answer] = await withFigures(db, [stored], clock.now());
  if (!answer) throw notFound();
  return answer;
}

/** Omitted fields stay as they are. A message that was sent back as it was answered leaves the blocks as they are. */
function completed(given: Update, stored: StoredCampaign): Insert {
  const isSameMessage = given.message === undefined || given.message === stored.message;
  return {
    name: given.name ?? stored.name,
    subject: given.subject ?? stored.subject,
    message: given.message ?? stored.message,
    text: given.text ?? stored.text,
    blocks: given.blocks ?? (isSameMessage ? stored.blocks : undefined),
    audience: given.audience ?? audienceSchema.parse(stored.audience),
    periodStart: given.periodStart ?? stored.periodStart.toString(),
    periodEnd: given.periodEnd ?? stored.periodEnd.toString(),
  };
}

/** A client that knows no blocks writes an e-mail as one text. */
function contentOf(medium: CampaignMedium, input: Insert): Content {
  const ends = [Temporal.Instant.from(input.periodStart), Temporal.Instant.from(input.periodEnd)] as const;
  const order = Temporal.Instant.compare(...ends);
  if (order === 0) throw invalid('PeriodEnd', 'campaigns.endBeforeStart');
  // Swaps the ends of a reversed period, as ranges do.
  const [periodStart, periodEnd] = order < 0 ? ends : [ends[1], ends[0]];
  const { message } = input;
  const blocks = input.blocks ?? (medium === 'sms' ? [] : blocksOf(message));
  assertLinks({ blocks, message: medium === 'sms' ? message : '' });
  return {
    name: input.name,
    subject: input.subject,
    message: medium === 'sms' ? message : plainHtml(blocks),
    text: input.text,
    blocks,
    audience: input.audience ?? audienceSchema.parse({}),
    periodStart,
    periodEnd,
  };
}

/** Throws 417 for a message that is longer than the text of a block. */
function blocksOf(message: string): Block[] {
  if (message.length > maxBlockText) throw invalid('Message', 'field.long');
  return message.trim() === '' ? [] : [textBlock(message)];
}

function columnsOf({ blocks, audience, ...columns }: Content) {
  return { ...columns, blocks: JSON.stringify(blocks), audience: JSON.stringify(audience) } satisfies ColumnsOf<
    'campaigns',
    Content
  >;
}

/** Pictures become public, because mail programs load them; those of `before` are. */
async function assertOwn(context: SignedIn, { blocks, audience }: Content, before: readonly Block[]): Promise<void> {
  await assertKnown(context, [...referencesOfAudience(audience), ...referencesOfBlocks(blocks)]);
  const known = new Set(picturesOf(before));
  for (const id of picturesOf(blocks)) if (!known.has(id)) await publishOwnPicture(context, id);
}
