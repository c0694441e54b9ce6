// Reads the audience of a campaign: its recipients are rows from then on.
import { sql } from 'kysely';
import { previousOf } from '#server/campaigns/audience/cap-of-week.ts';
import { readAudience } from '#server/campaigns/audience/conditions.ts';
import { audienceOf, forWholeAudiences } from '#server/campaigns/audience/read-audience.ts';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';

/** Recipients that a statement adds: a hundred thousand take longer than one may. */
const perInsert = 5_000;

/** How often the audience of a started campaign is read again (ms). */
const newcomersEvery = 60_000;

/** A sending reads its audience once. */
export function isDue({ sending, snapshotAt }: StoredCampaign, now: Temporal.Instant): boolean {
  if (snapshotAt === null) return true;
  return !sending && now.epochMilliseconds - snapshotAt.epochMilliseconds >= newcomersEvery;
}

/**
 * Adds everyone of the audience who is not a recipient yet. Those who were left out and may receive it now are not left
 * out any more. Snapshots of one company wait for each other: each counts the campaigns that the others send. The
 * campaign is not locked meanwhile, so that a stop need not wait; what was read for one that has changed is undone.
 */
export function takeSnapshot(services: Services, { companyId, id }: { companyId: string; id: string }): Promise<void> {
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
