// Stores on customers how long they are at the weekly cap, so that a count need not read the recipients of a week. It follows
// the messages that were sent; until then, counts read their recipients: docs/decisions/0094-audience-facts-table.md.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';

/** Recipients per transaction: whoever changes one of these customers meanwhile waits for it. */
const perTransaction = 200;

/**
 * Returns how many recipients it stored. Killed at any point, it loses nothing. It waits for no lock: what another
 * transaction changes is stored by a later run.
 */
export async function storeCaps(services: Services, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let stored = 0;
  for (;;) {
    signal?.throwIfAborted();
    const slice = await storeSlice(services);
    stored += slice;
    if (slice < perTransaction) return stored;
  }
}

function storeSlice(services: Services): Promise<number> {
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    const { rows } = await sql<{ companyId: string; id: string }>`
      select r.company_id, r.id from campaign_recipients r
      join audience_facts f on f.company_id = r.company_id and f.id = r.contact_id
      where r.left_out is null and r.previous_at is not null and r.sent_at is not null and r.contact_id is not null
        and not r.is_cap_stored
      limit ${perTransaction} for no key update of r, f skip locked`.execute(db);
    if (rows.length === 0) return 0;
    // The cap is two, so a campaign with one before it reaches the cap, until the first is a week ago.
    await sql`
      with stored as (
        update campaign_recipients r set is_cap_stored = true
        from unnest(${rows.map(({ companyId }) => companyId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) k (company_id, id)
        where r.company_id = k.company_id and r.id = k.id
        returning r.company_id, r.contact_id, least(r.previous_at, r.sent_at) + interval '168 hours' as until)
      update audience_facts f set capped_until = greatest(f.capped_until, s.until)
      from (select company_id, contact_id, max(until) as until from stored group by company_id, contact_id) s
      where f.company_id = s.company_id and f.id = s.contact_id`.execute(db);
    return rows.length;
  });
}
