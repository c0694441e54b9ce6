// The work of campaigns, as a job: reads audiences, queues messages in slices, ends periods. A slice is as much as
// leaves soon, so that a stop leaves little behind; everything is read from rows, so that a killed process loses
// nothing.
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { previousOf } from '#server/campaigns/audience/cap-of-week.ts';
import { readAudience } from '#server/campaigns/audience/conditions.ts';
import { addressIn, basisOf } from '#server/campaigns/audience/may-receive.ts';
import { audienceOf, forWholeAudiences } from '#server/campaigns/audience/read-audience.ts';
import { newMessageToken } from '#server/campaigns/response/links.ts';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';
import type { Message, QueueMessages } from './medium.ts';
import { queueCampaignMails } from './queue-mails.ts';
import { queueCampaignSms } from './queue-sms.ts';

const queueMessages: Record<CampaignMedium, QueueMessages> = { mail: queueCampaignMails, sms: queueCampaignSms };

/** Messages that are queued together, and how few may be left before the next ones are. */
const perSlice = 200;
const refillBelow = 100;
/** Recipients that a statement adds: a hundred thousand take longer than one may. */
const perInsert = 5_000;
/** How often the audience of a started campaign is read again (ms), and how long the job goes on for (ms). */
const newcomersEvery = 60_000;
const maxDuration = 45_000;
/** While messages leave, the next slice is looked for at this interval (ms). */
const pause = 500;
/** Messages that are due within this time leave soon: a later run comes within it. */
const soon = Temporal.Duration.from({ minutes: 1 });

interface Done {
  queued: number;
  ended: number;
}

/**
 * Works until no running campaign has anything to queue, or for most of a minute (`duration` ms) while messages leave.
 * A campaign that fails keeps none of the others from running; its error is thrown at the end. `onTimeUp` is called
 * where more could be queued.
 */
export async function runCampaigns(
  services: Services,
  {
    signal,
    duration = maxDuration,
    onTimeUp,
  }: { signal?: AbortSignal; duration?: number; onTimeUp?: () => Promise<void> } = {},
): Promise<Done> {
  const until = performance.now() + duration;
  const done = { queued: 0, ended: 0 };
  const failures = new Map<string, unknown>();
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ companyId: string; id: string }>`
      select company_id, id from campaigns where started or sending order by snapshot_at nulls first, id`.execute(
      services.database.write,
    );
    let isWaiting = false;
    for (const one of rows.filter(({ id }) => !failures.has(id))) {
      signal?.throwIfAborted();
      try {
        const { queued, hasEnded, hasMore } = await runOne(services, one);
        done.queued += queued;
        if (hasEnded) done.ended++;
        if (hasMore) isWaiting = true;
      } catch (error) {
        failures.set(one.id, error);
        services.log.error(
          { category: 'Campaigns', err: error, companyId: one.companyId, campaign: one.id },
          'a campaign failed',
        );
      }
    }
    if (!isWaiting) break;
    if (performance.now() >= until) {
      await onTimeUp?.();
      break;
    }
    await sleep(pause, undefined, { signal, ref: false });
  }
  if (failures.size > 0) throw [...failures.values()][0];
  return done;
}

interface Reference {
  companyId: string;
  id: string;
}

/** Reads the audience of a campaign where that is due, then queues one slice. */
async function runOne(
  services: Services,
  reference: Reference,
): Promise<{ queued: number; hasEnded: boolean; hasMore: boolean }> {
  for (let step = 0; step < maxSteps; step++) {
    const outcome = await runSlice(services, reference);
    if (outcome === 'due') await takeSnapshot(services, reference);
    else if (outcome !== 'settled') return outcome;
  }
  // The campaign was changed meanwhile.
  return { queued: 0, hasEnded: false, hasMore: true };
}

/** To settle, to read the audience, to settle what was stopped meanwhile, and to queue. */
const maxSteps = 4;

/**
 * Queues one slice of a campaign, in one transaction that holds its lock. Unless its audience is due to be read, or
 * cancelled messages had to be settled: that locks deposits, which transactions that queue SMS lock last.
 */
function runSlice(
  services: Services,
  { companyId, id }: Reference,
): Promise<{ queued: number; hasEnded: boolean; hasMore: boolean } | 'due' | 'settled'> {
  return transaction({ ...services, db: services.database.write }, async (tx) => {
    const nothing = { queued: 0, hasEnded: false, hasMore: false };
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx.db);
    const { rows } = await sql<StoredCampaign>`
      select g.*, g.xmin::text as version from campaigns g
      where g.company_id = ${companyId} and g.id = ${id} and (g.started or g.sending) for no key update skip locked`.execute(
      tx.db,
    );
    const [campaign] = rows;
    if (!campaign) return nothing;
    const now = tx.clock.now();
    if (campaign.started && Temporal.Instant.compare(campaign.periodEnd, now) <= 0) {
      await end(tx, campaign);
      return { ...nothing, hasEnded: true };
    }
    if (campaign.started && Temporal.Instant.compare(campaign.periodStart, now) > 0) return nothing;
    if (await settleCancelled(tx, campaign)) return 'settled';
    if (isDue(campaign, now)) return 'due';
    const { waiting, areLeaving } = await countUnderWay(tx, campaign);
    const isFull = waiting >= refillBelow;
    const { found, queued, leftOut } = isFull ? { found: 1, queued: 0, leftOut: 0 } : await queueSlice(tx, campaign);
    // A later run looks at messages that wait for the morning or for money. Where none is queued or left out, the rest
    // waits for a limit.
    const hasMore = isFull ? areLeaving : found === perSlice && queued + leftOut > 0;
    // A sending is over once nothing of it waits any more.
    const hasEnded = campaign.sending && found === 0 && waiting === 0;
    if (hasEnded) await end(tx, campaign);
    return { queued, hasEnded, hasMore };
  });
}

/** A sending reads its audience once. */
function isDue({ sending, snapshotAt }: StoredCampaign, now: Temporal.Instant): boolean {
  if (snapshotAt === null) return true;
  return !sending && now.epochMilliseconds - snapshotAt.epochMilliseconds >= newcomersEvery;
}

async function end({ db }: ServiceContext, { companyId, id }: StoredCampaign): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ started: false, sending: false })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/**
 * Adds everyone of the audience who is not a recipient yet. Those who were left out and may receive it now are not left
 * out any more. Snapshots of one company wait for each other: each counts the campaigns that the others send. The
 * campaign is not locked meanwhile, so that a stop need not wait; what was read for one that has changed is undone.
 */
function takeSnapshot(services: Services, { companyId, id }: Reference): Promise<void> {
  return transaction({ ...services, db: services.database.write }, async ({ db, clock }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`campaigns ${companyId}`}, 0))`.execute(db);
    const now = clock.now();
    const { rows } = await sql<StoredCampaign>`
      select g.*, g.xmin::text as version from campaigns g
      where g.company_id = ${companyId} and g.id = ${id} and (g.started or g.sending)`.execute(db);
    const [campaign] = rows;
    if (!campaign || !isDue(campaign, now)) return;
    const { medium, version } = campaign;
    const query = { companyId, medium, audience: readAudience(campaign.audience), campaignId: id, now };
    await sql`savepoint snapshot`.execute(db);
    await forWholeAudiences.execute(db);
    // Customers whom an earlier start found and did not reach may not be in the audience any more.
    if (campaign.snapshotAt === null) {
      await sql`
        delete from campaign_recipients where company_id = ${companyId} and campaign_id = ${id} and left_out is null
          and delivery_id is null and sent_at is null`.execute(db);
    }
    await sql`
      create temp table found on commit drop as
      select row_number() over () as n, a.*, p.previous_at, coalesce(p.is_previous_known, true) as is_previous_known
      from (${audienceOf(query)}) a left join (${previousOf(query)}) p on p.contact_id = a.contact_id
      where not exists (
        select from campaign_recipients h
        where h.company_id = ${companyId} and h.campaign_id = ${id}::uuid and h.contact_id = a.contact_id
          and (h.left_out is null or h.sent_at is not null))`.execute(db);
    const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count from found`.execute(db);
    const count = counted[0]?.count ?? 0;
    // Foreign keys are checked for each row: with one plan for all, not with one for each.
    await sql`set local plan_cache_mode = auto`.execute(db);
    for (let done = 0; done < count; done += perInsert) {
      await sql`
        insert into campaign_recipients as r (company_id, id, campaign_id, contact_id, address, language, basis, left_out,
          previous_at, is_previous_known, created_at)
        select ${companyId}, uuidv7(), ${id}, contact_id, address, language, basis, left_out, previous_at, is_previous_known, ${now}
        from found where n > ${done} and n <= ${done + perInsert}
        on conflict (company_id, campaign_id, contact_id) do update set address = excluded.address,
          language = excluded.language, basis = excluded.basis, left_out = excluded.left_out,
          previous_at = excluded.previous_at, is_previous_known = excluded.is_previous_known
        where r.left_out is not null and r.sent_at is null`.execute(db);
    }
    const { numAffectedRows = 0n } = await sql`
      update campaigns set snapshot_at = ${now}
      where company_id = ${companyId} and id = ${id} and (started or sending) and xmin::text = ${version}`.execute(db);
    if (numAffectedRows === 0n) await sql`rollback to savepoint snapshot`.execute(db);
  });
}

/**
 * Messages that did not leave: their recipients have objected meanwhile, or the campaign was stopped and runs again.
 * Nothing was sent, so what was queued is deleted and may be queued again, except what a person has given up. Returns
 * whether there were any.
 */
async function settleCancelled({ db }: ServiceContext, { companyId, id, medium }: StoredCampaign): Promise<boolean> {
  const { rows } = await sql`
    select from campaign_recipients r
    where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and r.sent_at is null
      and r.delivery_id is not null and (
        select ${isStopped} from deliveries d where d.id = r.delivery_id) limit 1`.execute(db);
  if (rows.length === 0) return false;
  await sql`
    update campaign_recipients r set left_out = case
        when exists (select from contacts c where c.company_id = r.company_id and c.id = r.contact_id
          and c.merged_into is null and ${addressIn(medium)} = r.address) then 'withdrawn' else 'changed' end
    from deliveries d
    where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and d.id = r.delivery_id
      and ${isStopped} and not exists (
        select from contacts c where c.company_id = r.company_id and c.id = r.contact_id and c.merged_into is null
          and ${addressIn(medium)} = r.address and ${basisOf(medium)} is not null)`.execute(db);
  await sql`
    with freed as (
      update campaign_recipients r set delivery_id = null, token_hash = null from deliveries d
      where r.company_id = ${companyId} and r.campaign_id = ${id} and d.id = r.delivery_id and ${isStopped}
      returning d.id)
    delete from deliveries d using freed f where d.id = f.id`.execute(db);
  return true;
}

/** A message `d` that may be queued again; a person gave up the others. */
const isStopped = sql`d.state = 'cancelled' and d.given_up_at is null`;

/** How many messages have been queued and did not leave yet, and whether any of them leaves soon. */
async function countUnderWay(
  { db, clock }: ServiceContext,
  { companyId, id }: StoredCampaign,
): Promise<{ waiting: number; areLeaving: boolean }> {
  const { rows } = await sql<{ waiting: number; areLeaving: boolean }>`
    select count(leaves)::integer as waiting, coalesce(bool_or(leaves), false) as are_leaving from (
      select (
        select d.state = 'sending' or d.state = 'queued' and d.due_at <= ${clock.now().add(soon)} from deliveries d
        where d.id = r.delivery_id and d.state in ('queued', 'sending', 'held')) as leaves
      from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and r.sent_at is null
        and r.delivery_id is not null) messages`.execute(db);
  return rows[0] ?? { waiting: 0, areLeaving: false };
}

/**
 * Returns how many recipients it found, and how many of them have a message now or are left out. Like the statements
 * before, without joins: the server has not counted new recipients yet, and would read all of them for each customer.
 */
async function queueSlice(
  tx: ServiceContext,
  campaign: StoredCampaign,
): Promise<{ found: number; queued: number; leftOut: number }> {
  const { companyId, id, medium } = campaign;
  const { rows } = await sql<Omit<Message, 'deliveryId' | 'token'> & { id: string }>`
    select w.*, (select c.name from contacts c where c.company_id = ${companyId} and c.id = w.contact_id) as name
    from (
      select r.id, r.contact_id, r.address, r.language from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and r.delivery_id is null
        and r.sent_at is null and r.contact_id is not null
      order by r.id limit ${perSlice}) w
    order by w.id`.execute(tx.db);
  if (rows.length === 0) return { found: 0, queued: 0, leftOut: 0 };
  const messages = rows.map((row) => ({ ...row, deliveryId: randomUUIDv7(), token: newMessageToken() }));
  const { queued, leftOut, linkCount } = await queueMessages[medium](tx, campaign, messages);
  const ids = new Set(queued);
  const written = messages.flatMap(({ id: recipient, deliveryId, token }): object[] => {
    const reason = leftOut.get(deliveryId);
    if (reason) return [{ id: recipient, left_out: reason }];
    return ids.has(deliveryId)
      ? [{ id: recipient, delivery_id: deliveryId, token: hashToken(token).toString('hex') }]
      : [];
  });
  await sql`
    update campaign_recipients r set delivery_id = g.delivery_id, token_hash = decode(g.token, 'hex'), left_out = g.left_out,
      link_count = ${linkCount}
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as g (id uuid, delivery_id uuid, token text, left_out text)
    where r.company_id = ${companyId} and r.id = g.id`.execute(tx.db);
  return { found: rows.length, queued: queued.length, leftOut: leftOut.size };
}
