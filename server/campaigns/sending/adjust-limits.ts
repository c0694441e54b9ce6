// Adjusts the limits of campaign mails to what companies sent in the last 24 hours, as a job.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { Services } from '#server/lib/context.ts';
import { nextLimit, type SentInDay } from './next-limit.ts';

/**
 * Changes the limit of each company at most once in 24 hours, however many processes run it, and not within 24 hours
 * after an operator did.
 */
export async function adjustLimits(
  services: Services,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ raised: number; lowered: number }> {
  const done = { raised: 0, lowered: 0 };
  for (const { id, ...facts } of await readSent(services)) {
    signal?.throwIfAborted();
    const next = nextLimit(facts, services.config.campaignMailsFirstDay);
    if (next === facts.perDay || !(await setLimit(services, id, facts, next))) continue;
    if (next > facts.perDay) done.raised++;
    else done.lowered++;
  }
  return done;
}

/** Of companies whose limit has not changed within a day. */
async function readSent({ database, clock }: Services): Promise<(SentInDay & { id: string })[]> {
  const since = clock.now().subtract({ hours: 24 });
  const { rows } = await sql<SentInDay & { id: string }>`
    select c.id, c.campaign_mails_per_day as per_day, s.sent, b.bounced, p.complained
    from companies c
    cross join lateral (
      select count(*)::integer as sent from campaign_recipients r
      join campaigns g on g.company_id = r.company_id and g.id = r.campaign_id and g.medium = 'mail'
      -- By the index of days, which count in the zones of the campaigns.
      where r.company_id = c.id and r.day >= (${since}::timestamptz at time zone 'UTC')::date - 1 and r.sent_at > ${since}) s
    cross join lateral (
      select count(*)::integer as bounced from deliveries d
      where d.company_id = c.id and d.queue = 'mail:campaign' and d.reason = 'bounced' and d.settled_at > ${since}) b
    cross join lateral (
      select count(*)::integer as complained from suppressions x
      where x.company_id = c.id and x.medium = 'mail' and x.reason = 'complaint' and x.purpose = 'campaign'
        and x.created_at > ${since}) p
    where ${isDue(since)} and (s.sent > 0 or b.bounced > 0 or p.complained > 0)
    order by c.id`.execute(database.read);
  return rows;
}

const isDue = (since: Temporal.Instant) => sql`coalesce(c.campaign_mails_changed_at, c.created_at) <= ${since}`;

/** Returns false when the limit was changed meanwhile. */
function setLimit(services: Services, companyId: string, { perDay }: SentInDay, next: number): Promise<boolean> {
  return transaction({ ...services, db: services.database.write }, async (tx) => {
    const now = tx.clock.now();
    const { numAffectedRows = 0n } = await sql`
      update companies c set campaign_mails_per_day = ${next}, campaign_mails_changed_at = ${now}
      where c.id = ${companyId} and c.campaign_mails_per_day = ${perDay} and ${isDue(now.subtract({ hours: 24 }))}`.execute(
      tx.db,
    );
    if (numAffectedRows === 0n) return false;
    const change = `${next > perDay ? 'Raised' : 'Lowered'} the limit of campaign e-mails from ${perDay} to ${next} a day`;
    await audit(tx, change, { userId: null, userName: '', companyId });
    return true;
  });
}
