// Starts, stops, sends and deletes campaigns. The job of campaigns does the work; a stop takes effect at once.
import { type RawBuilder, sql } from 'kysely';
import {
  type Campaign,
  type CampaignMedium,
  type CampaignMove,
  campaignMoves,
  type emailCampaigns,
  maxSmsParts,
} from '#contract/campaigns/campaigns.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { readAudience } from '#server/campaigns/audience/conditions.ts';
import { countReached } from '#server/campaigns/audience/count-audience.ts';
import { assertAddresses, assertLinks } from '#server/campaigns/content/assert-links.ts';
import { hasDeadButton, hasText, namesNothing } from '#server/campaigns/content/campaign-content.ts';
import { findWrong, referencesOfAudience, referencesOfBlocks } from '#server/campaigns/content/references.ts';
import { maxPartsOf } from '#server/campaigns/content/render-sms.ts';
import { hasRoute } from '#server/campaigns/has-route.ts';
import { assertCompanyVerified } from '#server/campaigns/sending/assert-company-verified.ts';
import { giveBackUnsent } from '#server/campaigns/sending/give-back-unsent.ts';
import { campaignState, findCampaign, type StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import { companyTransaction, readTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { unitsIn } from '#server/lib/sql/money.ts';
import { lockInOrder } from '#server/messaging/outbox/lock-in-order.ts';
import { smsRules } from '#server/messaging/sms/queue-sms.ts';
import { answerOf } from './save-campaign.ts';

const maxTries = 5;

type SetOff = Parsed<typeof emailCampaigns.start>;

/** Throws 409 for a period that is over, and what `send` throws. A campaign that is started stays as it is. */
export function startCampaign(context: SignedIn, medium: CampaignMedium, input: SetOff): Promise<Campaign> {
  return setOff(context, medium, input, 'started', async (campaign) => {
    assertMove(campaign, 'start', 'campaigns.beingSent');
    if (Temporal.Instant.compare(campaign.periodEnd, context.clock.now()) <= 0) {
      throw new Refusal(409, 'campaigns.periodOver');
    }
    // The campaign also goes to customers who join its audience later. Before its period, its audience may still come
    // together.
    await assertComplete(context, campaign, { isRepeated: true });
  });
}

/** Throws 409 for a campaign without text or link or recipients, and while the company's address is not verified. */
export function sendCampaign(context: SignedIn, medium: CampaignMedium, input: SetOff): Promise<Campaign> {
  return setOff(context, medium, input, 'sending', async (campaign) => {
    assertMove(campaign, 'send', 'campaigns.beingSent');
    await assertComplete(context, campaign);
  });
}

/**
 * Counts the audience before it locks the campaign: a count of many customers would make everyone wait who saves it.
 * Checks again when the campaign has changed meanwhile. Throws 409 after `maxTries` changes.
 */
async function setOff(
  context: SignedIn,
  medium: CampaignMedium,
  { id, checkOnly }: SetOff,
  state: 'started' | 'sending',
  check: (campaign: StoredCampaign) => Promise<void>,
): Promise<Campaign> {
  for (let tries = 0; tries < maxTries; tries++) {
    const found = await findCampaign(context.db, { companyId: context.user.companyId, medium }, id);
    if (campaignState(found) === state) return answerOf(context, medium, id);
    await check(found);
    if (checkOnly) return answerOf(context, medium, id);
    const resendsKept = await readHasRoute(context, medium);
    const done = await companyTransaction(context, { readOnly: false }, async (tx) => {
      const campaign = await lock(tx, medium, id);
      if (campaign.version !== found.version) return undefined;
      await set(tx, campaign, { started: state === 'started', sending: state === 'sending' });
      if (resendsKept) await cancelKept(tx, campaign);
      if (state === 'sending') await release(tx, campaign);
      await audit(tx, `${state === 'started' ? 'Started' : 'Sent'} the campaign ${campaign.name}`);
      return answerOf(tx, medium, id);
    });
    if (done) return done;
  }
  throw new Refusal(409, 'grid.changed');
}

/**
 * Messages that were queued while it was started, and wait for the end of the quiet hours, leave now: a person sends
 * them.
 */
async function release({ db, clock }: SignedIn, { companyId, id, timeZone }: StoredCampaign): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    with unsent as (${unsentOf(companyId, id)}),
    locked as materialized (${lockInOrder(sql`unsent`)})
    update deliveries d set due_at = least(d.due_at, ${now}::timestamptz), expires_at = null,
      quiet_zone = case when quiet_hours_at(${now}, ${timeZone}, c.quiet_from, c.quiet_until) is null then d.quiet_zone end
    from locked l, companies c
    where d.id = l.id and d.state in ('queued', 'held') and c.id = ${companyId} returning d.id`.execute(db);
  await sql`select take_turns(${rows.map((row) => row.id)}::uuid[])`.execute(db);
}

function readHasRoute(context: SignedIn, medium: CampaignMedium): Promise<boolean> {
  return readTransaction(context, async ({ db, config }) => {
    const { rows } = await sql<{ has: boolean }>`select ${hasRoute(config, medium)} as has`.execute(db);
    return rows[0]?.has === true;
  });
}

/**
 * The job requeues messages that were kept while there was no server or gateway, as it does stopped ones. Its links
 * work no more.
 */
async function cancelKept({ db, clock }: SignedIn, { companyId, id }: StoredCampaign): Promise<void> {
  await sql`
    with kept as (
      select d.id from campaign_recipients r join deliveries d on d.id = r.delivery_id
      where r.company_id = ${companyId} and r.campaign_id = ${id} and d.state = 'kept' and d.given_up_at is null),
    locked as materialized (${lockInOrder(sql`kept`)})
    update deliveries d set state = 'cancelled', settled_at = ${clock.now()} from locked l
    where d.id = l.id and d.state = 'kept'`.execute(db);
}

/** The deliveries of a campaign that have not left. */
function unsentOf(companyId: string, id: string): RawBuilder<unknown> {
  return sql`select d.id, d.state from campaign_recipients r join deliveries d on d.id = r.delivery_id
    where r.company_id = ${companyId} and r.campaign_id = ${id} and d.state in ('queued', 'held')`;
}

/** Whether a campaign has deliveries that have not left, and any whose money is held. */
async function readUnsent({ db }: SignedIn, companyId: string, id: string): Promise<{ any: boolean; paid: boolean }> {
  const { rows } = await sql<{ any: boolean; paid: boolean }>`
    select count(*) > 0 as any, coalesce(bool_or(u.state = 'queued'), false) as paid from (${unsentOf(companyId, id)}) u`.execute(
    db,
  );
  return rows[0] ?? { any: false, paid: false };
}

/** Nothing more leaves after the commit, except what is being handed over to a server at this moment. */
export async function stopCampaign(context: SignedIn, medium: CampaignMedium, id: string): Promise<Campaign> {
  const { db, clock, user } = context;
  const campaign = await lock(context, medium, id);
  if (campaignState(campaign) === 'idle') return answerOf(context, medium, id);
  await set(context, campaign, { started: false, sending: false });
  await sql`
    with unsent as (${unsentOf(user.companyId, id)}),
    locked as materialized (${lockInOrder(sql`unsent`)})
    update deliveries d set state = 'cancelled', settled_at = ${clock.now()} from locked l
    where d.id = l.id and d.state in ('queued', 'held')`.execute(db);
  await giveBackUnsent(context, campaign);
  await audit(context, `Stopped the campaign ${campaign.name}`);
  return answerOf(context, medium, id);
}

/** Throws 409 while it is started or being sent. Its links go on working, and what was sent counts. */
export async function deleteCampaign(context: SignedIn, medium: CampaignMedium, id: string): Promise<undefined> {
  const { db, clock, user } = context;
  const campaign = await lock(context, medium, id);
  assertMove(campaign, 'delete', 'campaigns.runningNotDeleted');
  await db
    .updateTable('campaigns')
    .set({ deletedAt: clock.now() })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();
  await audit(context, `Deleted the campaign ${campaign.name}`);
  return undefined;
}

function lock({ db, user }: SignedIn, medium: CampaignMedium, id: string): Promise<StoredCampaign> {
  return findCampaign(db, { companyId: user.companyId, medium }, id, { lock: true });
}

function assertMove(
  campaign: StoredCampaign,
  move: CampaignMove,
  code: 'campaigns.beingSent' | 'campaigns.runningNotDeleted',
): void {
  if (!campaignMoves[campaignState(campaign)][move]) throw new Refusal(409, code);
}

async function set(
  { db, user, clock }: SignedIn,
  { id }: StoredCampaign,
  state: { started: boolean; sending: boolean },
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ ...state, snapshotAt: null, ...(!state.started && !state.sending && { endedAt: clock.now() }) })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();
}

/** Everything that would make a campaign useless is said before anything is sent. */
async function assertComplete(context: SignedIn, campaign: StoredCampaign, { isRepeated = false } = {}): Promise<void> {
  const { companyId, medium, id } = campaign;
  await assertCompanyVerified(context);
  // Messages that wait for the morning leave now.
  const unsent = isRepeated ? { any: false, paid: false } : await readUnsent(context, companyId, id);
  if (medium === 'mail') {
    if (!hasText(campaign)) throw new Refusal(409, 'campaigns.noText');
    if (hasDeadButton(campaign)) throw new Refusal(409, 'campaigns.noLink');
    if (namesNothing(campaign)) throw new Refusal(409, 'campaigns.namesNothing');
  } else {
    if (campaign.message.trim() === '') throw new Refusal(409, 'campaigns.noText');
    const { name } = await context.db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    if (maxPartsOf(campaign.message, name, context.publicUrl) > maxSmsParts) {
      throw new Refusal(409, 'campaigns.tooLong');
    }
    await assertMayText(context, companyId, { needsFunds: !unsent.paid });
  }
  const linked = { blocks: campaign.blocks, message: medium === 'sms' ? campaign.message : '' };
  assertLinks(linked);
  assertAddresses(linked);
  const audience = readAudience(campaign.audience);
  const named = [...referencesOfAudience(audience), ...referencesOfBlocks(campaign.blocks)];
  const [wrong] = await findWrong(context, named);
  if (wrong) throw new Refusal(409, wrong.kind === 'offers' ? 'campaigns.namesOther' : 'campaigns.namesGone');
  const query = { companyId, medium, audience, campaignId: id };
  if (unsent.any || (await countReached(context, query, { isRepeated })) > 0) return;
  const hasHad = !isRepeated && (await countReached(context, query, { isRepeated: true })) > 0;
  throw new Refusal(409, hasHad ? 'campaigns.allHad' : 'campaigns.nobody');
}

/** Throws 409 where no SMS of a campaign could leave: without a gateway for them, or without money for a single one. */
async function assertMayText(
  context: SignedIn,
  companyId: string,
  { needsFunds }: { needsFunds: boolean },
): Promise<void> {
  // With the owner's role: gateways are the installation's.
  const { hasGateway, units, price } = await readTransaction(context, async ({ db, clock }) => {
    const { rows } = await sql<{ hasGateway: boolean; units: number }>`
      select exists (select from sms_gateways where 'campaign' = any(purposes)) as has_gateway, coalesce((
        select ${unitsIn(sql`posted - held + credit_limit`)} from deposits where company_id = ${companyId}), 0) as units`.execute(
      db,
    );
    const rules = await smsRules(db, companyId, clock.now());
    return { hasGateway: rows[0]?.hasGateway === true, units: rows[0]?.units ?? 0, price: rules.price };
  });
  if (!hasGateway) throw new Refusal(409, 'campaigns.noGateway');
  if (needsFunds && price > units) throw new Refusal(409, 'campaigns.noFunds');
}
